/* tries: to open the kernel's own settings for writing: /proc/sys, /sys, cgroups, sysrq, kmsg,
          its own oom score and maps of ids, devices of disks and memory
   must:  none can be opened; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    const char *files[] = {
        "/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern", 
        "/proc/sys/vm/overcommit_memory", "/proc/sys/user/max_user_namespaces", "/proc/sys/fs/mqueue/msg_max",
        "/proc/sysrq-trigger", "/proc/kcore", "/proc/kmsg", "/proc/1/oom_score_adj", "/dev/kmsg", "/dev/mem",
        "/dev/port", "/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/loop0", "/dev/loop-control", "/dev/kvm",
        "/dev/fuse", "/dev/net/tun", "/dev/vhost-vsock", "/dev/userfaultfd", "/dev/input/event0", "/dev/ttyS0",
        "/dev/tty0", "/dev/console", "/dev/ptmx", "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs",
        "/sys/fs/cgroup/memory/cgroup.procs", "/sys/fs/cgroup/pids/tasks", "/sys/kernel/uevent_helper",
        "/sys/power/state", "/sys/kernel/mm/transparent_hugepage/enabled"};
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        /* Nothing is written, so that it harms nobody where it gets through. */
        if (open(files[i], O_WRONLY | O_NONBLOCK | O_NOCTTY) >= 0) escaped("%s", files[i]);
    }
    int score = open("/proc/self/oom_score_adj", O_WRONLY);
    if (score >= 0 && write(score, "-999", 4) == 4) escaped("a better oom score");
    int map = open("/proc/self/uid_map", O_WRONLY);
    if (map >= 0 && write(map, "0 0 1", 5) == 5) escaped("a map of ids");
    if (mkdir("/sys/fs/cgroup/zoo", 0700) == 0) rmdir("/sys/fs/cgroup/zoo"), escaped("a cgroup of its own");
}

int main(void) { return play(attack, NULL); }
