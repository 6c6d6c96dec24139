/* tries: packet sockets, which see what others send
   must:  no socket; it plays on
   expect: held
   off: escapes as root */
#include "zoo.h"
#include <arpa/inet.h>

static void attack(void) {
    int types[] = {SOCK_RAW, SOCK_DGRAM, SOCK_PACKET};
    for (int i = 0; i < 3; i++) DENIED("a packet socket", socket(AF_PACKET, types[i], htons(3)));
}

int main(void) { return play(attack, NULL); }
