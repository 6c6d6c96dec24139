/* tries: memory far beyond its limit, as System V segments
   must:  it gets no more than its limit, or is killed for it; none is left
   expect: held | loses memory
   off: escapes */
#include "memory.h"
#include <sys/shm.h>

static void *hoard(size_t size) {
    int id = shmget(IPC_PRIVATE, size, 0600);
    void *block = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
    shmctl(id, IPC_RMID, NULL);
    return block == (void *)-1 ? NULL : block;
}

int main(void) { return play(NULL, attack); }
