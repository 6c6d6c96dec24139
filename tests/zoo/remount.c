/* tries: to make what is read-only writable: remounts of /, /usr, /proc, /sys, of its own folder
   must:  every call fails; it plays on
   expect: held
   off: skip as root it would change the machine's own mounts */
#include "zoo.h"
#include <sys/mount.h>

static void attack(void) {
    const char *places[] = {"/", "/usr", "/proc", "/sys", "/etc", "/dev", ".", "/tmp"};
    for (int i = 0; i < 8; i++) {
        DENIED("remount", mount(NULL, places[i], NULL, MS_REMOUNT | MS_BIND, NULL));
        DENIED("remount of the file system", mount(NULL, places[i], NULL, MS_REMOUNT, NULL));
        unsigned long long change[4] = {0, 1 /* MOUNT_ATTR_RDONLY */, 0, 0};
        DENIED("mount_setattr", syscall(SYS_mount_setattr, AT_FDCWD, places[i], 0, change, sizeof change));
        DENIED("move of a mount", mount(places[i], "/mnt", NULL, MS_MOVE, NULL));
        DENIED("propagation", mount(NULL, places[i], NULL, MS_SHARED | MS_REC, NULL));
    }
}

int main(void) { return play(attack, NULL); }
