/* tries: to fill disks: its scratch folder, its own folder, /tmp, /var/tmp, /dev/shm
   must:  it can write into the scratch folder alone, and there no more than its size
   expect: held
   off: escapes */
#include "zoo.h"

static long fill(const char *folder) {
    static char data[1 << 16];
    char path[600];
    snprintf(path, sizeof path, "%s/zoo-left-%s-disk", folder, target("tag"));
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    long sum = 0, most = (number("scratch_mib") + 32) * MIB;
    for (ssize_t n; fd >= 0 && sum < most && (n = write(fd, data, sizeof data)) > 0;) sum += n;
    close(fd), unlink(path);
    return sum;
}

static void attack(void) {
    signal(SIGXFSZ, SIG_IGN);
    const char *places[] = {getenv("HOME"), getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm", ".", "/run"};
    for (int i = 0; i < 7; i++) {
        long sum = places[i] ? fill(places[i]) : 0;
        if (sum > number("scratch_mib") * MIB) escaped("%ld MiB in %s", sum / MIB, places[i]);
    }
}

int main(void) { return play(attack, NULL); }
