/* tries: to raise its limits, by every call, and to change those of others
   must:  no hard limit grows, and nobody else's can be touched; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

/* Whether a hard limit has grown, whatever the call said; it is put back. */
static int grew(int kind, struct rlimit before) {
    struct rlimit now;
    getrlimit(kind, &now);
    if (now.rlim_max > before.rlim_max) return setrlimit(kind, &before), 1;
    return 0;
}

static void attack(void) {
    struct rlimit limit, more;
    for (int kind = 0; kind < RLIM_NLIMITS; kind++) {
        getrlimit(kind, &limit);
        if (limit.rlim_max != RLIM_INFINITY) {
            more.rlim_cur = more.rlim_max = limit.rlim_max + 1;
            setrlimit(kind, &more);
            if (grew(kind, limit)) escaped("limit %d raised", kind);
            prlimit(0, kind, &more, NULL);
            if (grew(kind, limit)) escaped("limit %d raised by prlimit", kind);
        } else if (kind == RLIMIT_NOFILE || kind == RLIMIT_NPROC || kind == RLIMIT_CORE) {
            escaped("limit %d isn't set", kind);
        }
    }
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_max > (rlim_t)number("files")) escaped("%ld files are allowed", (long)limit.rlim_max);
    getrlimit(RLIMIT_CORE, &limit);
    if (limit.rlim_max > 1) escaped("core files are allowed");
    int others[] = {number("canary"), number("root_canary"), getppid() > 1 ? getppid() : 0};
    for (int i = 0; i < 3; i++)
        if (others[i] > 0 && prlimit(others[i], RLIMIT_NOFILE, NULL, &limit) == 0) escaped("prlimit of %d", others[i]);
}

int main(void) { return play(attack, NULL); }
