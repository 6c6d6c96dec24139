/* tries: the memory and descriptors of others: process_vm_readv and -writev, /proc/PID/mem,
          pidfd_getfd, kcmp, process_madvise, get_robust_list
   must:  every call fails; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sys/uio.h>

static void attack(void) {
    int pids[] = {number("canary"), number("root_canary"), getppid(), 1};
    for (int i = 0; i < 4; i++) {
        int pid = pids[i];
        if (pid <= 0) continue;
        char byte, path[64];
        struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
        errno = 0;
        if (process_vm_readv(pid, &here, 1, &there, 1, 0) >= 0 || errno == EFAULT) escaped("process_vm_readv of %d", pid);
        errno = 0;
        there.iov_base = NULL;
        if (process_vm_writev(pid, &here, 1, &there, 1, 0) >= 0 || errno == EFAULT) escaped("process_vm_writev of %d", pid);
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        if (open(path, O_RDWR) >= 0) escaped("%s", path);
        int handle = syscall(SYS_pidfd_open, pid, 0);
        if (handle >= 0 && syscall(SYS_pidfd_getfd, handle, 0, 0) >= 0) escaped("pidfd_getfd of %d", pid);
        if (syscall(SYS_kcmp, getpid(), pid, 2, 0, 0) >= 0) escaped("kcmp with %d", pid);
    }
}

int main(void) { return play(attack, NULL); }
