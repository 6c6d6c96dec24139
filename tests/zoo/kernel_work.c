/* tries: to have the kernel work on every core, or in processes of its own: by moving, merging and
          putting away memory, by interrupts, disks and caches; to take any amount of its memory
   must:  no call gets to the kernel; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sys/prctl.h>

#define PAGES (4 * MIB)
#define REFUSED(what, call) do { errno = 0; if ((call) != -1 || (errno != EPERM && errno != ENOSYS)) escaped("%s", what); } while (0)
/* It is said to be done, even to a file that isn't there. */
#define PRETENDED(what, call) do { if ((call) != 0) escaped("%s", what); } while (0)

static void attack(void) {
    char *block = mmap(NULL, PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int status, node = 0;
    if (block == MAP_FAILED) return;
    touch(block, PAGES);
    REFUSED("memory merged", madvise(block, PAGES, 12 /* MADV_MERGEABLE */));
    REFUSED("memory let grow cold", madvise(block, PAGES, 20 /* MADV_COLD */));
    REFUSED("memory put away", madvise(block, PAGES, 21 /* MADV_PAGEOUT */));
    REFUSED("memory collapsed", madvise(block, PAGES, 25 /* MADV_COLLAPSE */));
    REFUSED("all memory merged", prctl(67 /* PR_SET_MEMORY_MERGE */, 1, 0, 0, 0));
    REFUSED("pages moved", syscall(SYS_move_pages, 0, 1UL, &block, &node, &status, 0));
    REFUSED("interrupts asked for", syscall(SYS_membarrier, 4, 0));
    REFUSED("interrupts to all cores", syscall(SYS_membarrier, 2, 0));
    REFUSED("a table of futexes", prctl(78 /* PR_FUTEX_HASH */, 1, 1 << 16, 0, 0));
    REFUSED("seals", fcntl(syscall(SYS_memfd_create, "m", 2), 1033 /* F_ADD_SEALS */, 8));
    REFUSED("rules", syscall(SYS_landlock_create_ruleset, NULL, 0, 1));
    REFUSED("the end of another's memory", syscall(SYS_process_mrelease, -1, 0));
    REFUSED("what the machine has of a file", syscall(451 /* cachestat */, 0, NULL, NULL, 0));
    PRETENDED("a flush", fsync(-1));
    PRETENDED("a flush of data", fdatasync(-1));
    PRETENDED("a flush of a part", sync_file_range(-1, 0, 0, 7));
    PRETENDED("advice", posix_fadvise(-1, 0, 0, POSIX_FADV_DONTNEED));
    PRETENDED("reading ahead", readahead(-1, 0, 4096));
    munmap(block, PAGES);
}

int main(void) { return play(attack, NULL); }
