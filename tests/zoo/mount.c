/* tries: mounts by the old and the new calls, over its folder and elsewhere; unmounting; swap
   must:  every call fails; it plays on
   expect: held
   off: escapes as root */
#include "zoo.h"
#include <sys/mount.h>
#include <sys/swap.h>

static int old(void) {
    const char *home = getenv("HOME") ? getenv("HOME") : ".";
    int got = mount("zoo", home, "tmpfs", 0, NULL) == 0 && umount2(home, MNT_DETACH) == 0;
    got |= mount("zoo", home, "proc", 0, NULL) == 0 && umount2(home, MNT_DETACH) == 0;
    got |= mount("/", home, NULL, MS_BIND | MS_REC, NULL) == 0 && umount2(home, MNT_DETACH) == 0;
    return got;
}

static int new(void) {
    long fs = syscall(SYS_fsopen, "tmpfs", 0);
    long tree = syscall(SYS_open_tree, AT_FDCWD, "/", 1 /* OPEN_TREE_CLONE */);
    return fs >= 0 || tree >= 0 || syscall(SYS_fspick, AT_FDCWD, "/", 0) >= 0;
}

static void attack(void) {
    if (in_child(old)) escaped("mount");
    if (in_child(new)) escaped("fsopen or open_tree");
    DENIED("umount", umount2(".", MNT_DETACH) == -1 && errno != EPERM && errno != EACCES && errno != ENOSYS ? 0 : -1);
    DENIED("swapoff", swapoff("/proc/self/exe") == -1 && errno != EPERM && errno != EACCES && errno != ENOSYS ? 0 : -1);
}

int main(void) { return play(attack, NULL); }
