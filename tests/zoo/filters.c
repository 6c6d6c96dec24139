/* tries: to have the kernel's own processes work for it, which takes the core of a game from all: filters
          on sockets and on its own calls, which the kernel clears away later
   must:  it can set none; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#define REFUSED(what, call) do { errno = 0; if ((call) != -1 || errno != EPERM) escaped("%s", what); } while (0)

static struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
static struct sock_fprog program = {1, allow};

static int filters_itself(void) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0
        || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void attack(void) {
    int pair[2], none = -1, one = 1;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return;
    REFUSED("a filter", setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program));
    REFUSED("the end of a filter", setsockopt(pair[0], SOL_SOCKET, SO_DETACH_FILTER, &one, sizeof one));
    REFUSED("an eBPF filter", setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_BPF, &none, sizeof none));
    REFUSED("a group's filter", setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &program, sizeof program));
    REFUSED("a group's eBPF filter", setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_REUSEPORT_EBPF, &none, sizeof none));
    REFUSED("the end of a group's filter", setsockopt(pair[0], SOL_SOCKET, 68 /* SO_DETACH_REUSEPORT_BPF */, &none, sizeof none));
    REFUSED("a lock of filters", setsockopt(pair[0], SOL_SOCKET, SO_LOCK_FILTER, &one, sizeof one));
    if (in_child(filters_itself)) escaped("a filter of its own calls");
}

int main(void) { return play(attack, NULL); }
