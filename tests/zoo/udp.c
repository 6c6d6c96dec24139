/* tries: datagrams over IPv4 and IPv6 to listeners of this machine, UDP-Lite among them
   must:  no socket, no datagram; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <arpa/inet.h>
#include <netinet/in.h>

static void attack(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(number("udp4"))};
    struct sockaddr_in6 to6 = {
        .sin6_family = AF_INET6, .sin6_port = htons(number("udp6")), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    int protocols[] = {0, IPPROTO_UDP, IPPROTO_UDPLITE};
    for (int i = 0; i < 3; i++) {
        int fd = socket(AF_INET, SOCK_DGRAM, protocols[i]), fd6 = socket(AF_INET6, SOCK_DGRAM, protocols[i]);
        if (fd >= 0 || fd6 >= 0) escaped("a datagram socket");
        DENIED("a datagram over IPv4", sendto(fd, "udp.c", 5, 0, (void *)&to, sizeof to));
        DENIED("a datagram over IPv6", sendto(fd6, "udp.c", 5, 0, (void *)&to6, sizeof to6));
    }
}

int main(void) { return play(attack, NULL); }
