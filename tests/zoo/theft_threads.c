/* tries: to steal the opponent's time by threads that never rest
   must:  the opponent plays to the end
   expect: plays */
#include "zoo.h"
#include <pthread.h>

static void *spin(void *unused) {
    for (;;) __asm__ volatile("");
    return unused;
}

static void attack(void) {
    pthread_t thread;
    for (int i = 0; i < 4; i++) pthread_create(&thread, NULL, spin, NULL);
}

int main(void) { return play(attack, NULL); }
