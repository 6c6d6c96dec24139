/* tries: memory far beyond its limit, in one block that it touches
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "memory.h"

static void *hoard(size_t size) { return malloc(size); }

int main(void) { return play(NULL, attack); }
