/* tries: TCP over IPv6: to connect to a listener of this machine, and to open a port itself
   must:  no socket of this family; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <netinet/in.h>

static void attack(void) {
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    if (fd < 0) return;
    escaped("a TCP socket over IPv6");
    struct sockaddr_in6 to = {
        .sin6_family = AF_INET6, .sin6_port = htons(number("tcp6")), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    DENIED("connect over IPv6", connect(fd, (void *)&to, sizeof to));
    fd = socket(AF_INET6, SOCK_STREAM, 0);
    to.sin6_port = 0;
    if (bind(fd, (void *)&to, sizeof to) == 0 && listen(fd, 1) == 0) escaped("an open port");
}

int main(void) { return play(attack, NULL); }
