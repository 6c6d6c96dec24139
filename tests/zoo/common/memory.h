/* Holds on to half as much again as is allowed, and more, in blocks from `hoard`. */
#include "zoo.h"

static void *hoard(size_t size);

static void attack(void) {
    if (zoo_turn != 1) return;
    size_t size = 64 * MIB, sum = 0, most = number("memory_mib") * MIB * 3 / 2;
    char *block;
    while (sum < most && (block = hoard(size))) {
        touch(block, size);
        sum += size;
    }
    if (sum < most) return;
    wait_for_a_look();
    escaped("%zu MiB", sum / MIB);
}
