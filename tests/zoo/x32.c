/* tries: the system calls of the x32 interface (bit 30 of the number), which a filter may not know
   must:  none is let through; it plays on
   expect: held
   off: fails */
#include "zoo.h"

#define X32 0x40000000L

static int network(void) { return syscall(X32 | SYS_socket, AF_INET, SOCK_STREAM, 0) >= 0; }
static int namespaces(void) { return syscall(X32 | SYS_unshare, 0x10000000) == 0; }
static int trace(void) { return syscall(X32 | 521, 16, getppid(), 0, 0) == 0; }

static void attack(void) {
    if (in_child(network)) escaped("a socket over IPv4");
    if (in_child(namespaces)) escaped("unshare");
    if (in_child(trace)) escaped("ptrace");
}

int main(void) { return play(attack, NULL); }
