/* tries: where it has no file to write, to hold locks on the machine's files, which another bot sees
   must:  the locks aren't real; it plays on
   expect: held
   off: same */
#include "zoo.h"
#include <sys/file.h>

static const char FILE_OF_ALL[] = "/usr/bin/env";

static int blocked(void) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    int file = open(FILE_OF_ALL, O_RDONLY);
    return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

static void attack(void) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
    int one = open(FILE_OF_ALL, O_RDONLY), other = open(FILE_OF_ALL, O_RDONLY);
    if (one < 0 || other < 0 || !getenv("TMPDIR") || access(getenv("TMPDIR"), W_OK) == 0) return;
    if (flock(one, LOCK_EX) == 0 && flock(other, LOCK_EX | LOCK_NB) != 0) escaped("flock is seen");
    if (fcntl(one, F_SETLK, &lock) == 0 && in_child(blocked)) escaped("a lock of fcntl is seen");
    if (fcntl(one, F_OFD_SETLK, &lock) == 0 && in_child(blocked)) escaped("a lock of a file is seen");
}

int main(void) { return play(attack, NULL); }
