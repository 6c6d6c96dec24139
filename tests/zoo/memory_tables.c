/* tries: memory of the kernel's far beyond its limit: page tables for a map of which it reads a little
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "zoo.h"

static void attack(void) {
    if (zoo_turn != 1) return;
    /* A page of tables, 4 KiB, serves 2 MiB. */
    size_t tables = number("memory_mib") * MIB * 2, size = tables * 512;
    volatile char *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) return;
    madvise((void *)map, size, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < size; i += 2 * MIB) (void)map[i];
    wait_for_a_look();
    escaped("%zu MiB of page tables", tables / MIB);
}

int main(void) { return play(NULL, attack); }
