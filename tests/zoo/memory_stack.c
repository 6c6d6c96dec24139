/* tries: memory far beyond its limit, as stacks and by brk, mremap and a private map of /dev/zero
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "memory.h"

static void *hoard(size_t size) {
    static int way;
    int zero = open("/dev/zero", O_RDWR);
    void *block = MAP_FAILED;
    switch (way++ % 4) {
    case 0: block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_STACK, -1, 0); break;
    case 1: block = sbrk(size); break;
    case 2: block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0); break;
    case 3:
        block = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block != MAP_FAILED) block = mremap(block, 4096, size, MREMAP_MAYMOVE);
    }
    close(zero);
    return block == MAP_FAILED ? NULL : block;
}

int main(void) { return play(NULL, attack); }
