/* tries: nothing; it calls itself without an end
   must:  it loses by its crash
   expect: loses crash */
#include "zoo.h"

static int deeper(volatile int n) {
    volatile char room[1000];
    room[n % 1000] = 1;
    return deeper(n + 1) + room[n % 1000];
}

static void bug(void) { deeper(0); }

int main(void) { return play(NULL, bug); }
