/* tries: as many threads as it gets
   must:  it gets no more than its limit of processes and threads; it plays on
   expect: held | loses crash | loses memory
   off: escapes */
#include "zoo.h"
#include <pthread.h>

static volatile int over;
static void *rest(void *unused) {
    while (!over) nap(20);
    return unused;
}

static void attack(void) {
    if (zoo_turn != 1) return;
    pthread_attr_t small;
    pthread_t thread[1000];
    int count = 0, most = number("processes") * 2;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    while (count < most && count < 1000 && pthread_create(&thread[count], &small, rest, NULL) == 0) count++;
    if (count == most) wait_for_a_look();
    if (count == most) escaped("%d threads", count);
    over = 1;
    while (count-- > 0) pthread_join(thread[count], NULL);
}

int main(void) { return play(NULL, attack); }
