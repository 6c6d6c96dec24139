/* tries: a byte now and then, so that a deadline that starts anew with each never comes
   must:  its time runs out
   expect: loses timeout */
#include "zoo.h"

static void attack(void) {
    for (;;) { if (write(1, "x", 1) < 1) _exit(0); nap(20); }
}

int main(void) { return play(NULL, attack); }
