/* tries: perf, bpf, userfaultfd, fanotify, the kernel's log, its modules
   must:  every call fails; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <linux/perf_event.h>

static void attack(void) {
    struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE, .size = sizeof attr, .exclude_kernel = 1, .exclude_hv = 1};
    int map[18] = {2 /* array */, 4, 4, 1};
    char text[4096];
    DENIED("perf_event_open", syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0));
    DENIED("bpf", syscall(SYS_bpf, 0, map, sizeof map));
    DENIED("userfaultfd", syscall(SYS_userfaultfd, 1));
    DENIED("userfaultfd of the kernel", syscall(SYS_userfaultfd, 0));
    DENIED("fanotify", syscall(SYS_fanotify_init, 0, 0));
    DENIED("the kernel's log", syscall(SYS_syslog, 3, text, sizeof text));
    DENIED("a module", syscall(SYS_init_module, text, 0, "") == -1 && errno != EPERM && errno != EACCES && errno != ENOSYS ? 0 : -1);
    DENIED("a cookie", syscall(SYS_lookup_dcookie, 0L, text, sizeof text));
}

int main(void) { return play(attack, NULL); }
