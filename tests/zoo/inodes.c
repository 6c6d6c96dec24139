/* tries: to use up inodes: a hundred thousand empty files
   must:  it gets no more than a scratch folder has
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    const char *home = getenv("HOME") ? getenv("HOME") : ".";
    char path[600];
    int count = 0;
    for (; count < 20000; count++) {
        snprintf(path, sizeof path, "%s/inode%d", home, count);
        int fd = open(path, O_CREAT | O_WRONLY | O_EXCL, 0600);
        if (fd < 0) break;
        close(fd);
    }
    if (count == 20000) escaped("%d files", count);
    for (int i = 0; i < count; i += 2) {
        snprintf(path, sizeof path, "%s/inode%d", home, i);
        unlink(path);
    }
}

int main(void) { return play(attack, NULL); }
