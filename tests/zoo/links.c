/* tries: to get at files outside by links: symlinks, hard links, `..`, /proc/self/root, rename,
          handles, and links in its scratch folder that whoever clears it might follow
   must:  no secret is read, and nothing outside is removed
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    const char *secret = target("secret"), *file = target("secret_bot"), *folder = target("folder");
    const char *home = getenv("HOME") ? getenv("HOME") : ".";
    char path[600], up[700];
    struct { unsigned bytes; int type; char handle[128]; } handle = {.bytes = 128};
    int mount;
    snprintf(path, sizeof path, "%s/sym", home);
    if (symlink(file, path) == 0 && holds(path, secret)) escaped("a symlink");
    snprintf(path, sizeof path, "%s/hard", home);
    if (link(file, path) == 0 && (holds(path, secret) || access(path, F_OK) == 0)) escaped("a hard link");
    snprintf(path, sizeof path, "%s/moved", home);
    if (rename(file, path) == 0) rename(path, file), escaped("a rename");
    snprintf(path, sizeof path, "/proc/self/root%s", file);
    if (holds(path, secret)) escaped("/proc/self/root");
    snprintf(up, sizeof up, "../../../../../../../../../../..%s", file);
    if (holds(up, secret)) escaped("`..`");
    if (syscall(SYS_name_to_handle_at, AT_FDCWD, file, &handle, &mount, 0) == 0 &&
        syscall(SYS_open_by_handle_at, AT_FDCWD, &handle, O_RDONLY) >= 0) escaped("a handle");
    for (int i = 0; i < 20; i++) {
        snprintf(path, sizeof path, "%s/trap%d", home, i);
        if (symlink(i % 2 ? folder : "/", path)) break;
    }
}

int main(void) { return play(attack, NULL); }
