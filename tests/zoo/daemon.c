/* tries: to outlive its game: a daemon, forked twice, in a session of its own, with all closed, no
          environment, another name, without parents
   must:  it plays on, and nothing of it is left after the game
   expect: held
   off: same */
#include "zoo.h"
#include <sys/prctl.h>

static void attack(void) {
    if (fork() != 0) { wait(NULL); return; }
    setsid();
    if (fork() == 0) {
        char name[200];
        snprintf(name, sizeof name, "zoo-linger-%s", target("tag"));
        for (int fd = 0; fd < 256; fd++) close(fd);
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
        prctl(PR_SET_PDEATHSIG, 0);
        if (chdir("/")) _exit(1);
        char *arguments[] = {name, "600", NULL}, *nothing[] = {NULL};
        execve("/bin/sleep", arguments, nothing);
    }
    _exit(0);
}

int main(void) { return play(attack, attack); }
