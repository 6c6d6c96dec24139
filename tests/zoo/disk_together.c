/* tries: to fill every place that can be written at the same time, by holes, fallocate and copies
   must:  all together they hold no more than the scratch folder's size
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    signal(SIGXFSZ, SIG_IGN);
    const char *places[] = {getenv("HOME"), getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm", "/run", "."};
    char path[600];
    struct stat file;
    long sum = 0, part = (number("scratch_mib") + 16) * MIB / 2;
    int fds[7];
    for (int i = 0; i < 7; i++) {
        snprintf(path, sizeof path, "%s/zoo-left-%s-part%d", places[i] ? places[i] : "/", target("tag"), i);
        fds[i] = open(path, O_RDWR | O_CREAT, 0600);
        unlink(path);
        for (long size = part; fds[i] >= 0 && size > 4096 && fallocate(fds[i], 0, 0, size); size /= 2) ;
        if (fds[i] >= 0 && fstat(fds[i], &file) == 0) sum += file.st_blocks * 512L;
    }
    for (int i = 0; i < 7; i++) close(fds[i]);
    if (sum > number("scratch_mib") * MIB) escaped("%ld MiB in all places together", sum / MIB);
}

int main(void) { return play(attack, NULL); }
