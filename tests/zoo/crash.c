/* tries: nothing; it has a bug and ends by SIGSEGV
   must:  it loses by its crash
   expect: loses crash */
#include "zoo.h"

static void bug(void) { *(volatile int *)8 = 1; }

int main(void) { return play(NULL, bug); }
