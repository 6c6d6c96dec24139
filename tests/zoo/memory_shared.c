/* tries: memory far beyond its limit, as shared anonymous maps
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "memory.h"

static void *hoard(size_t size) {
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

int main(void) { return play(NULL, attack); }
