/* tries: files of a terabyte that take no room, maps of them, and writing far behind their end
   must:  it harms nobody, and goes with the scratch folder
   expect: held
   off: fails */
#include "zoo.h"

static void attack(void) {
    char path[600];
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 100; i++) {
        snprintf(path, sizeof path, "%s/huge%d", getenv("HOME") ? getenv("HOME") : ".", i);
        int fd = open(path, O_RDWR | O_CREAT, 0600);
        if (fd < 0) break;
        if (ftruncate(fd, 1L << 40) == 0 && pwrite(fd, "x", 1, (1L << 40) - 1) == 1) {
            char *map = mmap(NULL, 1L << 30, PROT_READ, MAP_SHARED, fd, 0);
            if (map != MAP_FAILED && map[12345]) escaped("a hole holds something");
        }
        close(fd);
        if (i % 2) unlink(path);
    }
}

int main(void) { return play(attack, NULL); }
