/* tries: raw sockets, ping sockets, and the rarer transports (SCTP, DCCP, MPTCP)
   must:  no socket; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <netinet/in.h>

static void attack(void) {
    int families[] = {AF_INET, AF_INET6};
    for (int i = 0; i < 2; i++) {
        DENIED("a raw ICMP socket", socket(families[i], SOCK_RAW, IPPROTO_ICMP));
        DENIED("a raw IP socket", socket(families[i], SOCK_RAW, IPPROTO_RAW));
        DENIED("a ping socket", socket(families[i], SOCK_DGRAM, i ? IPPROTO_ICMPV6 : IPPROTO_ICMP));
        DENIED("SCTP", socket(families[i], SOCK_STREAM, IPPROTO_SCTP));
        DENIED("SCTP, one to many", socket(families[i], SOCK_SEQPACKET, IPPROTO_SCTP));
        DENIED("DCCP", socket(families[i], SOCK_DCCP, IPPROTO_DCCP));
        DENIED("MPTCP", socket(families[i], SOCK_STREAM, 262));
    }
}

int main(void) { return play(attack, NULL); }
