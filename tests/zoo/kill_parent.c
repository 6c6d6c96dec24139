/* tries: to kill, stop and crash its parent, its grandparent by group and session, and its group
   must:  referee and helper live on; it plays on
   expect: held
   off: skip it ends the referee, as any program of the same user can */
#include "zoo.h"

static void attack(void) {
    int deadly[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGSTOP, SIGTSTP, SIGKILL};
    signal(SIGTERM, SIG_IGN), signal(SIGHUP, SIG_IGN), signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN);
    signal(SIGSEGV, SIG_IGN), signal(SIGTSTP, SIG_IGN);
    for (int i = 0; i < 8; i++) {
        if (getppid() > 1 && kill(getppid(), deadly[i]) == 0) escaped("signal %d to its parent", deadly[i]);
        if (getppid() == 1) kill(1, deadly[i]);
        if (i < 5) kill(0, deadly[i]);
        if (getpgid(getppid()) > 1 && getpgid(getppid()) != getpgrp() && kill(-getpgid(getppid()), deadly[i]) == 0)
            escaped("signal %d to its parent's group", deadly[i]);
        if (getsid(0) > 1 && getsid(0) != getpid() && kill(getsid(0), deadly[i]) == 0)
            escaped("signal %d to its session's leader", deadly[i]);
    }
}

int main(void) { return play(attack, NULL); }
