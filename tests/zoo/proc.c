/* tries: what /proc tells of processes outside: command line, environment, maps, folders, open
          files, and the whole file system through /proc/PID/root
   must:  nothing can be read; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <dirent.h>

static void look(int pid) {
    const char *files[] = {"cmdline", "environ", "maps", "stat", "status", "io", "mountinfo", "stack", "syscall", "auxv"};
    const char *links[] = {"root", "cwd", "exe", "fd/0", "fd/1", "fd/3"};
    char path[80], text[512];
    for (int i = 0; i < 10; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", pid, files[i]);
        int file = open(path, O_RDONLY);
        if (file >= 0 && read(file, text, sizeof text) > 0) escaped("%s", path);
    }
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", pid, links[i]);
        if (readlink(path, text, sizeof text) > 0 || access(path, F_OK) == 0) escaped("%s", path);
    }
}

static void attack(void) {
    if (number("canary") > 0) look(number("canary"));
    if (number("root_canary") > 0) look(number("root_canary"));
    const char *secret = target("secret");
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        char path[300];
        if (atoi(entry->d_name) == getpid() || atoi(entry->d_name) == 1) continue;
        snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
        if (holds(path, secret)) escaped("%s", path);
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        if (holds(path, "referee") && strcmp(entry->d_name, "self") && strcmp(entry->d_name, "thread-self"))
            escaped("sees the referee, %s", path);
    }
}

int main(void) { return play(attack, NULL); }
