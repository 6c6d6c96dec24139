/* tries: to find something odd in what it inherits: signals, mask, limits, priority, umask, group,
          session, controlling terminal, timers, its parent's death
   must:  it starts as clean as any program
   expect: held
   off: fails */
#include "zoo.h"
#include <sched.h>
#include <sys/prctl.h>
#include <sys/time.h>

static void attack(void) {
    sigset_t mask;
    struct sigaction action;
    struct itimerval timer;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int number = 1; number < 65; number++) {
        if (number == 32 || number == 33) continue;
        if (sigismember(&mask, number) == 1) escaped("signal %d is blocked", number);
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) escaped("signal %d is ignored", number);
    }
    sigpending(&mask);
    for (int number = 1; number < 65; number++) if (sigismember(&mask, number) == 1) escaped("signal %d waits", number);
    if (umask(022) & 0700) escaped("an odd umask");
    if (getpriority(PRIO_PROCESS, 0) < 0) escaped("a better priority");
    if (sched_getscheduler(0) != SCHED_OTHER) escaped("another scheduler");
    if (getitimer(ITIMER_REAL, &timer) == 0 && timer.it_value.tv_sec) escaped("a timer");
    if (open("/dev/tty", O_RDONLY) >= 0) escaped("a terminal");
}

int main(void) { return play(attack, NULL); }
