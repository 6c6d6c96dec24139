/* tries: memory far beyond its limit, by threads that each take a part at the same time
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "zoo.h"
#include <pthread.h>

static size_t size;
static volatile int full, over;

static void *take(void *unused) {
    char *block = malloc(size);
    if (!block) return unused;
    touch(block, size);
    __sync_fetch_and_add(&full, 1);
    while (!over) nap(10);
    free(block);
    return unused;
}

static void attack(void) {
    if (zoo_turn != 1) return;
    pthread_t thread[8];
    int count = 0;
    size = number("memory_mib") * MIB * 3 / 2 / 8;
    while (count < 8 && pthread_create(&thread[count], NULL, take, NULL) == 0) count++;
    for (int i = 0; i < 200 && full < 8; i++) nap(10);
    if (full == 8) wait_for_a_look();
    if (full == 8) escaped("8 threads hold %zu MiB each", size / MIB);
    over = 1;
    while (count-- > 0) pthread_join(thread[count], NULL);
}

int main(void) { return play(NULL, attack); }
