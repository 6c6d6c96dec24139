/* tries: signals to processes outside: to canaries of its user and of root, to all, by every call
   must:  none arrives; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void hit(int pid) {
    if (pid <= 0) return;
    union sigval value = {0};
    int handle = syscall(SYS_pidfd_open, pid, 0);
    if (kill(pid, SIGURG) == 0) escaped("kill of %d", pid);
    if (sigqueue(pid, SIGURG, value) == 0) escaped("sigqueue to %d", pid);
    if (syscall(SYS_tgkill, pid, pid, SIGURG) == 0) escaped("tgkill of %d", pid);
    if (syscall(SYS_tkill, pid, SIGURG) == 0) escaped("tkill of %d", pid);
    if (handle >= 0 && syscall(SYS_pidfd_send_signal, handle, SIGURG, 0, 0) == 0) escaped("pidfd signal to %d", pid);
}

static void attack(void) {
    hit(number("canary"));
    hit(number("root_canary"));
    kill(-1, SIGURG); /* does nothing to those that don't wait for it; the canaries do */
    int pipe_of_mine[2], owner = number("canary");
    if (pipe(pipe_of_mine) == 0 && owner > 0) {
        /* Whoever owns a descriptor is signalled by the kernel itself. */
        fcntl(pipe_of_mine[0], F_SETSIG, SIGURG);
        if (fcntl(pipe_of_mine[0], F_SETOWN, owner) == 0) {
            fcntl(pipe_of_mine[0], F_SETFL, O_ASYNC | O_NONBLOCK);
            if (write(pipe_of_mine[1], "x", 1) == 1) nap(10);
        }
    }
}

int main(void) { return play(attack, NULL); }
