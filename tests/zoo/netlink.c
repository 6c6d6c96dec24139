/* tries: every netlink protocol: routes, sockets of others, audit, kernel events
   must:  no socket; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    for (int protocol = 0; protocol < 23; protocol++) {
        int fd = socket(AF_NETLINK, SOCK_RAW, protocol);
        if (fd >= 0) escaped("netlink protocol %d", protocol);
        close(fd);
    }
}

int main(void) { return play(attack, NULL); }
