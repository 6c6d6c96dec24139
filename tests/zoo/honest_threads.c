/* tries: nothing; it thinks with four threads each turn, by locks and conditions
   must:  it plays to the end
   expect: plays */
#include "zoo.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *think(void *part) {
    for (long i = 0; i < 1000; i++) {
        pthread_mutex_lock(&lock);
        sum += i * (long)part;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void turn(void) {
    pthread_t thread[4];
    for (long i = 0; i < 4; i++) if (pthread_create(&thread[i], NULL, think, (void *)i)) exit(9);
    for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
}

int main(void) { return play(NULL, turn); }
