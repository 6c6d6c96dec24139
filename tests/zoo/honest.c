/* tries: nothing; it plays
   must:  it plays to the end
   expect: plays */
#include "zoo.h"

int main(void) { return play(NULL, NULL); }
