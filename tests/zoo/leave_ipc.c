/* tries: to leave something for its next game: System V memory, semaphores and queues, a POSIX
          queue, a file in /dev/shm; and finds what an earlier game left
   must:  each game finds nothing
   expect: held
   off: escapes */
#include "zoo.h"
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

static void attack(void) {
    int key = number("leave") + getuid() % 7;
    char name[200];
    if (shmget(key, 0, 0) != -1) escaped("memory of an earlier game");
    if (semget(key, 0, 0) != -1) escaped("semaphores of an earlier game");
    if (msgget(key, 0) != -1) escaped("a queue of an earlier game");
    snprintf(name, sizeof name, "/zoo-left-%s", target("tag"));
    if (mq_open(name, O_RDONLY) != (mqd_t)-1) escaped("a POSIX queue of an earlier game");
    if (shm_open(name, O_RDONLY, 0) >= 0) escaped("POSIX memory of an earlier game");
    shmget(key, 4096, IPC_CREAT | 0666);
    semget(key, 1, IPC_CREAT | 0666);
    msgget(key, IPC_CREAT | 0666);
    mq_open(name, O_CREAT | O_RDWR, 0666, NULL);
    shm_open(name, O_CREAT | O_RDWR, 0666);
}

int main(void) { return play(attack, NULL); }
