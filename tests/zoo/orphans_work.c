/* tries: to keep whoever cleans up behind it so busy that others seem to have taken its core
   must:  its time runs out, and nobody else is to blame
   expect: loses timeout */
#include "zoo.h"
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void turn(void) {
    /* Longer than a move may take. */
    double end = now() + 2700;
    while (now() < end) {
        pid_t child = fork();
        if (child == 0) {
            if (fork() == 0) _exit(0);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

int main(void) { return play(NULL, turn); }
