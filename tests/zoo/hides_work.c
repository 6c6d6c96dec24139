/* tries: to have its own work taken for that of others: in children that nobody waits for
   must:  its time runs out, and nobody else is to blame
   expect: loses timeout */
#include "zoo.h"
#include <time.h>

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void turn(void) {
    /* Longer than a move may take. */
    double end = now(CLOCK_MONOTONIC) + 2700;
    signal(SIGCHLD, SIG_IGN);
    while (now(CLOCK_MONOTONIC) < end) {
        if (fork() == 0) {
            while (now(CLOCK_THREAD_CPUTIME_ID) < 30) continue;
            _exit(0);
        }
        wait(NULL);
    }
}

int main(void) { return play(NULL, turn); }
