/* tries: to enter the namespaces of pid 1, of its parent, of a process outside, by file and pidfd
   must:  every call fails; it plays on
   expect: held
   off: escapes as root */
#include "zoo.h"
#include <sched.h>

static int pid;
static int enter(void) {
    const char *kinds[] = {"mnt", "net", "pid", "ipc", "uts", "user", "cgroup", "time"};
    char path[64];
    for (int i = 0; i < 8; i++) {
        snprintf(path, sizeof path, "/proc/%d/ns/%s", pid, kinds[i]);
        int fd = open(path, O_RDONLY);
        if (fd >= 0 && setns(fd, 0) == 0) return 1;
    }
    int fd = syscall(SYS_pidfd_open, pid, 0);
    return fd >= 0 && setns(fd, CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID) == 0;
}

static void attack(void) {
    int pids[] = {1, getppid(), number("canary"), number("root_canary")};
    for (int i = 0; i < 4; i++) {
        pid = pids[i];
        if (pid > 0 && in_child(enter)) escaped("setns to a namespace of %d", pid);
    }
}

int main(void) { return play(attack, NULL); }
