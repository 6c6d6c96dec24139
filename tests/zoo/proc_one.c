/* tries: the way out through its parent and pid 1: their root, folder, program, descriptors and maps
   must:  nothing can be opened; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    int pids[] = {1, getppid()};
    char path[300];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/proc/%d/root%s", pids[i], target("secret_bot"));
        if (holds(path, target("secret"))) escaped("%s", path);
        snprintf(path, sizeof path, "/proc/%d/cwd/.", pids[i]);
        if (open(path, O_RDONLY) >= 0) escaped("%s", path);
        snprintf(path, sizeof path, "/proc/%d/exe", pids[i]);
        if (open(path, O_RDONLY) >= 0) escaped("%s", path);
        snprintf(path, sizeof path, "/proc/%d/mem", pids[i]);
        if (open(path, O_RDONLY) >= 0) escaped("%s", path);
        for (int fd = 0; fd < 64; fd++) {
            snprintf(path, sizeof path, "/proc/%d/fd/%d", pids[i], fd);
            if (open(path, O_RDONLY | O_NONBLOCK) >= 0 || open(path, O_WRONLY | O_NONBLOCK) >= 0) escaped("%s", path);
        }
    }
}

int main(void) { return play(attack, NULL); }
