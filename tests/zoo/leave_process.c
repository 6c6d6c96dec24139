/* tries: to leave a process with an abstract socket for its next game, and asks for an earlier one
   must:  each game finds nobody, and nothing is left
   expect: held
   off: same */
#include "zoo.h"
#include <sys/prctl.h>

static void attack(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "zoo-left-%s-%s", target("tag"), "process");
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name.sun_path + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) return;
    if (zoo_turn == 0 && connect(fd, (void *)&name, size) == 0) escaped("a process of an earlier game");
    if (fork() != 0) return;
    setsid();
    prctl(PR_SET_NAME, "zoo-linger");
    if (fork() != 0) _exit(0);
    close(0), close(1), close(2);
    if (bind(fd, (void *)&name, size) == 0 && listen(fd, 1) == 0) nap(600000);
    _exit(0);
}

int main(void) { return play(attack, NULL); }
