/* tries: to open files without end, in itself and in children
   must:  no process gets more than the limit; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static int most(void) {
    int count = 0, limit = number("files");
    while (count < 5000 && open("/dev/null", O_RDONLY) >= 0) count++;
    return count > limit;
}

static int raised(void) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    return most();
}

static int epolls(void) {
    int count = 0, limit = number("files");
    while (count < 5000 && syscall(SYS_epoll_create1, 0) >= 0) count++;
    return count > limit;
}

static void attack(void) {
    if (in_child(most)) escaped("too many files");
    if (in_child(raised)) escaped("too many files with a raised limit");
    if (in_child(epolls)) escaped("too many polls");
}

int main(void) { return play(attack, NULL); }
