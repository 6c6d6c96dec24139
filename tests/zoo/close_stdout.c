/* tries: to close its stdout in its turn, and to stay
   must:  it loses as one that left
   expect: loses exit */
#include "zoo.h"

static void attack(void) {
    close(1);
    nap(5000);
}

int main(void) { return play(NULL, attack); }
