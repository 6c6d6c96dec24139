/* tries: nothing; it thinks for 60 ms of its core's time each turn
   must:  it plays to the end
   expect: plays */
#include "zoo.h"

static void think(void) {
    struct timespec used;
    long ms, until = -1;
    do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        ms = used.tv_sec * 1000 + used.tv_nsec / 1000000;
        if (until < 0) until = ms + 60;
    } while (ms < until);
}

int main(void) { return play(NULL, think); }
