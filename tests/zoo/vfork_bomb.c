/* tries: to pass a limit of processes by vfork, by clone without a signal, and by clone3
   must:  it gets no more processes than its limit
   expect: held | loses crash | loses timeout
   off: escapes */
#include "bomb.h"
#include <sched.h>

static char stacks[600][1024] __attribute__((aligned(16)));
static int wait_forever(void *unused) {
    for (;;) syscall(SYS_pause);
    return unused != NULL;
}

static int start(void) {
    static int next;
    next++;
    if (next % 2) return clone(wait_forever, stacks[next] + 1024, CLONE_VM | CLONE_FS, NULL);
    unsigned long long arguments[11] = {0, 0, 0, 0, SIGCHLD};
    long child = syscall(SYS_clone3, arguments, 64);
    if (child == 0) for (;;) pause();
    return child > 0 ? child : clone(wait_forever, stacks[next] + 1024, CLONE_VM | CLONE_PARENT | SIGCHLD, NULL);
}

int main(void) { return play(NULL, attack); }
