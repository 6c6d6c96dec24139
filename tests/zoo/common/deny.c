/* Runs a program where namespaces and mounts are refused, as containers do it:

       deny PROGRAM [ARGUMENT...]                                                              */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define AUDIT_ARCH_NATIVE AUDIT_ARCH_X86_64
#else
#define AUDIT_ARCH_NATIVE AUDIT_ARCH_AARCH64
#endif
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(result) BPF_STMT(BPF_RET | BPF_K, (result))
#define REFUSE(name, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), GIVE(SECCOMP_RET_ERRNO | (error))
/* All of CLONE_NEWNS, -CGROUP, -UTS, -IPC, -USER, -PID, -NET. */
#define NEW 0x7e020000

int main(int count, char **arguments) {
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_NATIVE, 1, 0),
        GIVE(SECCOMP_RET_ALLOW),
        LOAD(nr),
        REFUSE(unshare, EPERM),
        REFUSE(setns, EPERM),
        REFUSE(mount, EPERM),
        REFUSE(umount2, EPERM),
        REFUSE(pivot_root, EPERM),
        REFUSE(fsopen, EPERM),
        REFUSE(open_tree, EPERM),
        REFUSE(move_mount, EPERM),
        REFUSE(clone3, ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NEW, 0, 1),
        GIVE(SECCOMP_RET_ERRNO | EPERM),
        GIVE(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    /* Root may do without, and must: it keeps what set-uid programs need. */
    if (getuid() != 0) prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (count < 2 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return perror("deny"), 126;
    execvp(arguments[1], arguments + 1);
    return perror(arguments[1]), 127;
}
