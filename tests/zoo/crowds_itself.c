/* tries: nothing; its own threads and children leave its main thread no time to think
   must:  its time runs out, and nobody else is to blame
   expect: loses timeout */
#include "zoo.h"
#include <pthread.h>

static void *spin(void *unused) {
    for (;;) __asm__ volatile("");
    return unused;
}

static void turn(void) {
    pthread_t thread;
    struct timespec used = {0};
    for (int i = 0; i < 20; i++) pthread_create(&thread, NULL, spin, NULL);
    for (int i = 0; i < 20; i++) if (fork() == 0) spin(NULL);
    while (used.tv_sec < 1) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
}

int main(void) { return play(NULL, turn); }
