/* tries: to leave a core file by a crash, having asked for as large ones as it gets; to have the crash
          handed to the machine's own program for them, which a limit of 0 doesn't stop, but one of 1
   must:  it loses by its crash, no file is left, and the limit is 1
   expect: loses crash */
#include "zoo.h"
#include <sys/prctl.h>

static void attack(void) {
    struct rlimit any = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CORE, &any);
    getrlimit(RLIMIT_CORE, &any);
    any.rlim_cur = any.rlim_max;
    setrlimit(RLIMIT_CORE, &any);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    syscall(SYS_setrlimit, RLIMIT_CORE, &none);
    getrlimit(RLIMIT_CORE, &none);
    if (none.rlim_cur != 1) escaped("a limit of %lu for core files", (unsigned long)none.rlim_cur);
    prctl(PR_SET_DUMPABLE, 1);
    raise(SIGSEGV);
}

int main(void) { return play(NULL, attack); }
