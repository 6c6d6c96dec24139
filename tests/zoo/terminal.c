/* tries: the terminal from which the referee was started: /dev/tty, TIOCSTI and TIOCLINUX on
          whatever it holds, pseudo terminals of others and its own
   must:  it has none and gets none; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <dirent.h>
#include <sys/ioctl.h>
#include <termios.h>

static int inject(int fd) {
    char paste = 3, key = ' ';
    return isatty(fd) && (ioctl(fd, TIOCSTI, &key) == 0 || ioctl(fd, TIOCLINUX, &paste) == 0);
}

static void attack(void) {
    for (int fd = 0; fd < 3; fd++) {
        if (isatty(fd)) escaped("%d is a terminal", fd);
        char key = ' ';
        errno = 0;
        if (ioctl(fd, TIOCSTI, &key) == 0) escaped("TIOCSTI on %d", fd);
    }
    if (open("/dev/tty", O_RDWR | O_NOCTTY) >= 0) escaped("/dev/tty");
    if (open("/dev/ptmx", O_RDWR | O_NOCTTY) >= 0 || open("/dev/pts/ptmx", O_RDWR | O_NOCTTY) >= 0) escaped("a terminal of its own");
    DIR *all = opendir("/dev/pts");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        char path[300];
        snprintf(path, sizeof path, "/dev/pts/%s", entry->d_name);
        int fd = entry->d_name[0] >= '0' && entry->d_name[0] <= '9' ? open(path, O_RDWR | O_NOCTTY | O_NONBLOCK) : -1;
        if (fd >= 0) escaped("%s%s", path, inject(fd) ? ", typed into" : "");
    }
}

int main(void) { return play(attack, NULL); }
