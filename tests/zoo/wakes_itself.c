/* tries: to go on while it is stopped: 500 timers, a pipe, a child and a parent, whose end or news the
          kernel tells by SIGCONT
   must:  no call is granted; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sched.h>
#include <sys/prctl.h>

static void timers(void) {
    int set = 0;
    for (int i = 1; i <= 500; i++) {
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
        struct itimerspec at = {.it_value = {.tv_nsec = i * 1000000L}};
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 && timer_settime(timer, 0, &at, NULL) == 0) set++;
    }
    if (set) escaped("%d timers", set);
}

static void attack(void) {
    int ends[2];
    timers();
    if (pipe(ends) == 0) DENIED("a pipe's news", fcntl(ends[0], F_SETSIG, SIGCONT));
    DENIED("its own input's news", fcntl(0, F_SETSIG, SIGCONT));
    DENIED("a parent's end", prctl(PR_SET_PDEATHSIG, SIGCONT));
    long child = syscall(SYS_clone, SIGCONT, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, __WALL), escaped("a child's end");
}

int main(void) { return play(attack, NULL); }
