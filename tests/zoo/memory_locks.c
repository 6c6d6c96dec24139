/* tries: to fill the kernel's memory with locks of a file and with policies of shared memory
   must:  the kernel keeps none of them; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <linux/mempolicy.h>

static int is_locked(void) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    int file = open("locked", O_RDWR);
    return file >= 0 && fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

static void attack(void) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    const char *scratch = getenv("TMPDIR");
    if (scratch && chdir(scratch) == 0) {
        int file = open("locked", O_RDWR | O_CREAT, 0600);
        if (file >= 0 && fcntl(file, F_SETLK, &lock) == 0 && in_child(is_locked)) escaped("a lock of fcntl is kept");
    }
    unsigned long node = 1;
    int mode = -1;
    size_t size = 2 * 4096;
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return;
    long set = syscall(SYS_mbind, shared, size / 2, MPOL_BIND, &node, 8 * sizeof node, 0);
    long got = syscall(SYS_get_mempolicy, &mode, NULL, 0, shared, MPOL_F_ADDR);
    if (set == 0 && got == 0 && mode == MPOL_BIND) escaped("a policy of memory is kept");
}

int main(void) { return play(attack, NULL); }
