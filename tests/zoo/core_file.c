/* tries: to leave a core file by a crash, having asked for as large ones as it gets
   must:  it loses by its crash, and no file is left
   expect: loses crash */
#include "zoo.h"
#include <sys/prctl.h>

static void attack(void) {
    struct rlimit any = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CORE, &any);
    getrlimit(RLIMIT_CORE, &any);
    any.rlim_cur = any.rlim_max;
    setrlimit(RLIMIT_CORE, &any);
    prctl(PR_SET_DUMPABLE, 1);
    raise(SIGSEGV);
}

int main(void) { return play(NULL, attack); }
