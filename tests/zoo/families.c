/* tries: sockets of every family but unix, of every type, alone and in pairs: bluetooth, CAN, TIPC,
          NFC, XDP, Qualcomm, SMC and whatever else the kernel has
   must:  no socket; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_RDM, SOCK_SEQPACKET}, pair[2];
    for (int family = 0; family < 64; family++) {
        for (int i = 0; i < 5 && family != AF_UNIX; i++) {
            int fd = socket(family, types[i], 0);
            if (fd >= 0) escaped("a socket of family %d, type %d", family, types[i]), close(fd);
            if (socketpair(family, types[i], 0, pair) == 0) escaped("a pair of family %d", family);
        }
    }
}

int main(void) { return play(attack, NULL); }
