/* tries: to see which of the machine's programs others start, by watching folders
   must:  it can't watch
   expect: held
   off: escapes */
#include "zoo.h"
#include <sys/inotify.h>

static void attack(void) {
    if (zoo_turn != 1) return;
    int watch = inotify_init1(IN_NONBLOCK);
    if (watch >= 0 && inotify_add_watch(watch, "/usr/bin", IN_OPEN) >= 0) escaped("it watches /usr/bin");
    if (fcntl(open("/usr/bin", O_RDONLY), F_NOTIFY, DN_ACCESS | DN_MULTISHOT) == 0) escaped("it is told of /usr/bin");
}

int main(void) { return play(NULL, attack); }
