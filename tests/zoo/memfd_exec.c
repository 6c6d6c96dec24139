/* tries: to shed the jail by a program without a file: memfd, sealed, run by fexecve
   must:  what runs then is jailed all the same; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static int again(void) {
    int memory = syscall(SYS_memfd_create, "zoo", 0), self = open("/proc/self/exe", O_RDONLY);
    char data[1 << 16];
    for (ssize_t n; memory >= 0 && (n = read(self, data, sizeof data)) > 0;) if (write(memory, data, n) != n) return 0;
    char *arguments[] = {"memfd", NULL}, *nothing[] = {NULL};
    fexecve(memory, arguments, nothing);
    return 0;
}

static void attack(void) {
    if (in_child(again)) escaped("a program in memory isn't jailed");
}

int main(int count, char **arguments) {
    if (count == 1 && !strcmp(arguments[0], "memfd")) return socket(AF_INET, SOCK_STREAM, 0) >= 0 || holds(target("secret_bot"), target("secret")) ? 42 : 0;
    return play(attack, NULL);
}
