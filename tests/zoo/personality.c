/* tries: other personalities, old vsyscalls, page zero, its own seccomp filter and speculation
   must:  nothing of that harms anybody but itself; it plays on
   expect: held
   off: fails */
#include "zoo.h"
#include <sys/personality.h>
#include <sys/prctl.h>

static int zero(void) {
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    return page == NULL && getuid() != 0;
}

static int relaxed(void) {
    return prctl(PR_SET_SECCOMP, 0, 0, 0, 0) == 0 || prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0;
}

static void attack(void) {
    personality(PER_LINUX32 | ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC | MMAP_PAGE_ZERO);
    personality(0xffffffff);
    personality(PER_LINUX);
    if (in_child(zero)) escaped("page zero");
    if (in_child(relaxed)) escaped("a promise taken back");
}

int main(void) { return play(attack, NULL); }
