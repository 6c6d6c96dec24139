/* tries: to leave nobody else of its user a process: it takes all but a few of its own share, and keeps them
   must:  it has that share alone: it plays on, and whoever plays against it starts its own
   expect: held
   off: same */
#include "zoo.h"

static void turn(void) {
    if (zoo_turn != 1) return;
    for (int i = 8; i < number("processes"); i++) {
        pid_t child = fork();
        if (child == 0) for (;;) pause();
        if (child < 0) break;
    }
}

int main(void) { return play(NULL, turn); }
