/* tries: the classical escape from a changed root (a further chroot, then `..` by an open folder),
          and pivot_root
   must:  every call fails; it plays on
   expect: held
   off: escapes as root */
#include "zoo.h"

static int change(void) {
    int out = open("/", O_RDONLY | O_DIRECTORY);
    if (chroot(".") != 0) return 0;
    if (out >= 0 && fchdir(out) == 0) for (int i = 0; i < 64; i++) if (chdir("..")) break;
    return 1;
}

static int pivot(void) {
    return syscall(SYS_pivot_root, ".", ".") == 0 || (errno != EPERM && errno != EACCES && errno != ENOSYS);
}

static void attack(void) {
    if (in_child(change)) escaped("chroot");
    if (in_child(pivot)) escaped("pivot_root is let through");
}

int main(void) { return play(attack, NULL); }
