/* tries: to trace processes outside: by attach and seize, of a canary of its user and one of root,
          of its parent and of pid 1
   must:  every call fails; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sys/ptrace.h>

static int pid;
static int trace(void) {
    if (ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) {
        ptrace(PTRACE_DETACH, pid, 0, 0);
        return 1;
    }
    if (ptrace(PTRACE_ATTACH, pid, 0, 0) != 0) return 0;
    waitpid(pid, NULL, __WALL);
    ptrace(PTRACE_DETACH, pid, 0, 0);
    return 1;
}

static void attack(void) {
    int pids[] = {number("canary"), number("root_canary"), getppid(), 1};
    for (int i = 0; i < 4; i++) {
        pid = pids[i];
        if (pid > 0 && in_child(trace)) escaped("ptrace of %d", pid);
    }
}

int main(void) { return play(attack, NULL); }
