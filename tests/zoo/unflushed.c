/* tries: nothing; it forgot to flush
   must:  its time runs out
   expect: loses timeout */
#include "zoo.h"

static void bug(void) {
    printf("move %s\n", zoo_legal);
    nap(60000);
}

int main(void) { return play(NULL, bug); }
