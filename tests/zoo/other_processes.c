/* tries: to learn of processes outside by their numbers: that they are there, their groups, priorities
          and cores, and what CPU time they have used, which tells of an opponent's thinking
   must:  every call answers as for a number that nobody has; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sched.h>

static long ask(int how, int pid) {
    struct timespec time;
    char room[256] = "";
    size_t size;
    void *list;
    clockid_t clock = (clockid_t)(~(unsigned)pid << 3 | 2);
    errno = 0;
    switch (how) {
    case 0: return getpgid(pid);
    case 1: return getsid(pid);
    case 2: return syscall(SYS_sched_getaffinity, pid, sizeof room, room);
    case 3: return syscall(SYS_sched_getattr, pid, room, 48, 0);
    case 4: return sched_rr_get_interval(pid, &time);
    case 5: return syscall(SYS_get_robust_list, pid, &list, &size);
    case 6: return syscall(SYS_clock_gettime, clock, &time);
    case 7: return syscall(SYS_clock_getres, clock, &time);
    case 8: return syscall(SYS_getpriority, PRIO_PROCESS, pid);
    case 9: return syscall(SYS_ioprio_get, 1, pid);
    case 10: return syscall(SYS_pidfd_open, pid, 0);
    case 11: return syscall(SYS_sched_getparam, pid, room);
    case 12: return syscall(SYS_sched_getscheduler, pid);
    case 13: return syscall(SYS_sched_setparam, pid, room);
    case 14: return fcntl(0, F_SETOWN, pid);
    default: return -2;
    }
}

static void attack(void) {
    int others[] = {number("canary"), number("root_canary")}, nobody = 0x3fffff;
    for (int i = 0; i < 2; i++) {
        for (int how = 0; others[i] > 0 && how < 15; how++) {
            long seen = ask(how, others[i]), why = errno, unseen = ask(how, nobody);
            if (seen != unseen || why != errno) escaped("question %d about %d: %ld, %ld", how, others[i], seen, why);
        }
    }
    fcntl(0, F_SETOWN, 0);
}

int main(void) { return play(attack, NULL); }
