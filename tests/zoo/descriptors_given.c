/* tries: to find descriptors that it was given beside its three: sockets, files, folders
   must:  there are none, and the three are its own pipes
   expect: held
   off: fails */
#include "zoo.h"

static void attack(void) {
    struct stat file;
    for (int fd = 0; fd < 4096; fd++) {
        if (fstat(fd, &file) != 0) continue;
        if (fd > 2) escaped("descriptor %d, mode %o", fd, file.st_mode);
        else if (!S_ISFIFO(file.st_mode) && !S_ISSOCK(file.st_mode)) escaped("%d is no pipe", fd);
        int wanted = fd == 0 ? O_RDONLY : O_WRONLY;
        if (S_ISFIFO(file.st_mode) && (fcntl(fd, F_GETFL) & O_ACCMODE) != wanted)
            escaped("descriptor %d works both ways", fd);
    }
}

int main(void) { return play(attack, NULL); }
