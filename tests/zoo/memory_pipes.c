/* tries: the kernel's memory, which no limit of a process counts: big pipes and full buffers of
          sockets, by many processes
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "zoo.h"

static long fill(int fd) {
    static char data[1 << 16];
    long sum = 0;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    for (ssize_t n; (n = write(fd, data, sizeof data)) > 0;) sum += n;
    return sum;
}

static void attack(void) {
    if (zoo_turn != 1) return;
    int report[2], pair[2], space = 2 << 20, children = 0;
    long sum = 0, part, most = number("memory_mib") * MIB * 3 / 2, enough = most / 60 + 2 * MIB;
    if (pipe(report)) return;
    for (; children < 60 && fork() != 0; children++) ;
    if (children < 60) {
        while (sum < enough && pipe(pair) == 0) fcntl(pair[1], F_SETPIPE_SZ, 1 << 20), sum += fill(pair[1]);
        close(pair[0]), close(pair[1]);
        while (sum < enough && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
            setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &space, sizeof space);
            sum += fill(pair[1]) + fill(pair[0]);
        }
        if (write(report[1], &sum, sizeof sum) == sizeof sum) wait_for_a_look();
        _exit(0);
    }
    close(report[1]);
    while (read(report[0], &part, sizeof part) == sizeof part) sum += part;
    while (wait(NULL) > 0) ;
    if (sum > most) escaped("%ld MiB of the kernel's memory", sum / MIB);
}

int main(void) { return play(NULL, attack); }
