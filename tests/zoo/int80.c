/* tries: the system calls of 32-bit programs (int 0x80), whose numbers a filter may not know:
          sockets, ptrace, unshare, mount
   must:  none is let through; it plays on
   expect: held
   off: escapes
   needs: 32-bit */
#include "zoo.h"

static long call(long number, long a, long b, long c) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory", "r8", "r9", "r10", "r11");
    return result;
}

static int network(void) { return call(359, AF_INET, SOCK_STREAM, 0) >= 0; }
static int netlink(void) { return call(359, AF_NETLINK, SOCK_RAW, 0) >= 0; }
static int namespaces(void) { return call(310, 0x10000000, 0, 0) == 0; }
static int ring(void) { return call(425, 1, 0, 0) == -EFAULT; }

static void attack(void) {
    if (in_child(network)) escaped("a socket over IPv4");
    if (in_child(netlink)) escaped("a netlink socket");
    if (in_child(namespaces)) escaped("unshare");
    if (in_child(ring)) escaped("io_uring");
}

int main(void) { return play(attack, NULL); }
