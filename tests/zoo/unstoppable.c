/* tries: to keep its opponent from the core: when it has moved, its children are in system calls that take
          seconds and that no stop interrupts
   must:  the opponent waits until they stand still; what they used is charged, and is too much
   expect: loses timeout
   off: skip nothing is stopped for sure */
#include "zoo.h"

#define POPULATE_READ 22

static void fill(void) {
    size_t size = 8UL << 30;
    char *pages = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) return;
    madvise(pages, size, MADV_NOHUGEPAGE);
    madvise(pages, size, POPULATE_READ);
}

static void turn(void) {
    /* A kernel without the call has nothing that lasts so long. */
    if (madvise(NULL, 0, POPULATE_READ) == -1) nap(60000);
    for (int i = 0; i < 12; i++) {
        if (fork()) continue;
        setsid();
        fill();
        _exit(0);
    }
    nap(20);
}

int main(void) { return play(NULL, turn); }
