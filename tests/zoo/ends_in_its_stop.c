/* tries: to end while the referee asks for its stop: what it started takes a while to be ended
   must:  it loses by its own end, and the game isn't void for that
   expect: loses crash */
#include "zoo.h"

static void attack(void) {
    for (int i = 0; i < 60; i++)
        if (fork() == 0)
            for (;;) pause();
    dprintf(1, "move %s\n", zoo_legal);
    _exit(3);
}

int main(void) { return play(NULL, attack); }
