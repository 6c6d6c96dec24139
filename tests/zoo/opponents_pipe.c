/* tries: to read what the opponent says and to speak in its name, by the pipes of all processes
   must:  no pipe of another can be opened; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <dirent.h>

static void attack(void) {
    char path[300], own[64] = "", other[64];
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        int pid = atoi(entry->d_name);
        if (pid <= 0 || pid == getpid()) continue;
        for (int fd = 0; fd < 3; fd++) {
            snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
            if (readlink(path, own, sizeof own - 1) < 0) continue;
            snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
            ssize_t size = readlink(path, other, sizeof other - 1);
            if (size > 0 && !strncmp(other, "pipe:", 5) && strncmp(own, other, size)) {
                int opened = open(path, O_RDONLY | O_NONBLOCK);
                if (opened >= 0) escaped("%s", path), close(opened);
            }
        }
    }
}

int main(void) { return play(attack, NULL); }
