/* tries: to move to cores that it wasn't given
   must:  it stays on its own; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sched.h>

static void attack(void) {
    cpu_set_t before, all, after;
    CPU_ZERO(&all);
    for (int i = 0; i < CPU_SETSIZE; i++) CPU_SET(i, &all);
    sched_getaffinity(0, sizeof before, &before);
    sched_setaffinity(0, sizeof all, &all);
    sched_getaffinity(0, sizeof after, &after);
    if (CPU_COUNT(&after) > CPU_COUNT(&before)) escaped("%d cores instead of %d", CPU_COUNT(&after), CPU_COUNT(&before));
}

int main(void) { return play(attack, NULL); }
