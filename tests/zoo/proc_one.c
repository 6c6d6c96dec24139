/* tries: the way out through its parent and pid 1: their root, folder, program, descriptors, maps and addresses
   must:  nothing can be opened; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

/* Tells if `stat` says where the process has its code, stack, data or arguments. */
static int addresses(int pid) {
    char path[64], text[2048];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    text[n > 0 ? n : 0] = 0;
    char *word = strrchr(text, ')');
    if (!word) return 0;
    int number = 2;
    for (word = strtok(word + 1, " "); word; word = strtok(NULL, " ")) {
        number++;
        int is_address = (number >= 28 && number <= 30) || (number >= 45 && number <= 51);
        if (is_address && strcmp(word, "0") != 0) return 1;
    }
    return 0;
}

static void attack(void) {
    int pids[] = {1, getppid()};
    char path[300];
    for (int i = 0; i < 2; i++) {
        int pid = pids[i];
        snprintf(path, sizeof path, "/proc/%d/root%s", pid, target("secret_bot"));
        if (holds(path, target("secret"))) escaped("%s", path);
        snprintf(path, sizeof path, "/proc/%d/cwd/.", pid);
        if (open(path, O_RDONLY) >= 0) escaped("%s", path);
        snprintf(path, sizeof path, "/proc/%d/exe", pid);
        if (open(path, O_RDONLY) >= 0) escaped("%s", path);
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        if (open(path, O_RDONLY) >= 0) escaped("%s", path);
        // Helpers share their layout of addresses.
        const char *layout[] = {"maps", "smaps", "auxv", "environ", "pagemap", "syscall", "stack"};
        for (int j = 0; j < 7; j++) {
            snprintf(path, sizeof path, "/proc/%d/%s", pid, layout[j]);
            if (open(path, O_RDONLY) >= 0) escaped("%s", path);
        }
        if (addresses(pid)) escaped("addresses in /proc/%d/stat", pid);
        for (int fd = 0; fd < 64; fd++) {
            snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
            if (open(path, O_RDONLY | O_NONBLOCK) >= 0 || open(path, O_WRONLY | O_NONBLOCK) >= 0) escaped("%s", path);
        }
    }
}

int main(void) { return play(attack, NULL); }
