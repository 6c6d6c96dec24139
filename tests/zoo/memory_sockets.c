/* tries: memory of the kernel's far beyond its limit: bytes that nobody reads, in sockets of many processes
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "zoo.h"
#include <sys/socket.h>

static char bytes[64 << 10];

static size_t fill(void) {
    size_t sum = 0;
    int pair[2];
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0) {
        ssize_t sent;
        while ((sent = write(pair[0], bytes, sizeof bytes)) > 0) sum += sent;
    }
    return sum;
}

static void attack(void) {
    if (zoo_turn != 1) return;
    size_t sum = 0, most = number("memory_mib") * MIB * 3 / 2, part;
    int told[2];
    if (pipe(told)) return;
    for (int i = 0; i < 60 && sum < most; i++) {
        pid_t child = fork();
        if (child == 0) {
            part = fill();
            part = write(told[1], &part, sizeof part);
            for (;;) pause();
        }
        if (child < 0 || read(told[0], &part, sizeof part) != sizeof part) break;
        sum += part;
    }
    if (sum < most) return;
    wait_for_a_look();
    escaped("%zu MiB", sum / MIB);
}

int main(void) { return play(NULL, attack); }
