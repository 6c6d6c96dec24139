/* tries: memory far beyond its limit, in files without a name
   must:  it gets no more than its limit, or is killed for it
   expect: held | loses memory
   off: escapes */
#include "memory.h"

static void *hoard(size_t size) {
    int fd = syscall(SYS_memfd_create, "zoo", 0);
    if (fd < 0 || ftruncate(fd, size)) return NULL;
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return block == MAP_FAILED ? NULL : block;
}

int main(void) { return play(NULL, attack); }
