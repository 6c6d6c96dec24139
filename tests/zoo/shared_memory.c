/* tries: shared memory, semaphores and queues of others: System V and POSIX
   must:  those of others can't be opened; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

static void attack(void) {
    int key = number("sysv");
    DENIED("System V shared memory", shmget(key, 0, 0));
    DENIED("System V semaphores", semget(key, 0, 0));
    DENIED("a System V queue", msgget(key, 0));
    struct shm_info info;
    int last = shmctl(0, SHM_INFO, (void *)&info);
    struct shmid_ds data;
    for (int i = 0; i <= last; i++) DENIED("any System V memory", shmctl(i, SHM_STAT, &data));
    DENIED("a POSIX queue", mq_open(target("mq"), O_RDONLY | O_NONBLOCK));
    char path[300];
    snprintf(path, sizeof path, "/dev/shm/%s", target("shm"));
    if (holds(path, target("secret"))) escaped("%s", path);
}

int main(void) { return play(attack, NULL); }
