/* tries: a legal move, then to exit at once
   must:  that move counts, and its next turn is lost
   expect: loses exit */
#include "zoo.h"

static void attack(void) {
    dprintf(1, "move %s\n", zoo_legal);
    _exit(0);
}

int main(void) { return play(NULL, attack); }
