/* tries: a better priority than others: nice, real time, deadlines, the disk's, and to slow others
   must:  none can be had; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sched.h>

static void attack(void) {
    struct sched_param first = {.sched_priority = 1};
    unsigned int deadline[] = {48, 6 /* SCHED_DEADLINE */, 0, 0, 0, 0, 500000, 0, 1000000, 0, 1000000, 0};
    int canary = number("canary");
    DENIED("nice", getpriority(PRIO_PROCESS, 0) > -20 ? setpriority(PRIO_PROCESS, 0, -20) : -1);
    DENIED("FIFO", sched_setscheduler(0, SCHED_FIFO, &first));
    DENIED("round robin", sched_setscheduler(0, SCHED_RR, &first));
    DENIED("a deadline", syscall(SYS_sched_setattr, 0, deadline, 0));
    DENIED("first at the disk", syscall(SYS_ioprio_set, 1, 0, 1 << 13));
    DENIED("slowing another", canary > 0 ? setpriority(PRIO_PROCESS, canary, 19) : -1);
    DENIED("idling another", canary > 0 ? sched_setscheduler(canary, SCHED_IDLE, &(struct sched_param){0}) : -1);
    DENIED("the usual policy for another", canary > 0 ? sched_setscheduler(canary, SCHED_OTHER, &(struct sched_param){0}) : -1);
    if (canary > 0) setpriority(PRIO_PROCESS, canary, 0);
}

int main(void) { return play(attack, NULL); }
