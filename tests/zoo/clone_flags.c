/* tries: namespaces of its own by the flags of clone and clone3
   must:  every call fails, or clone3 isn't there; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sched.h>

static void check(const char *how, int kind, long child) {
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, __WALL), escaped("%s with %#x", how, kind);
}

static void attack(void) {
    int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (int i = 0; i < 7; i++) {
        unsigned long long arguments[11] = {kinds[i], 0, 0, 0, SIGCHLD};
        check("clone", kinds[i], syscall(SYS_clone, kinds[i] | SIGCHLD, 0, 0, 0, 0));
        check("clone", kinds[i], syscall(SYS_clone, kinds[i] | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
        check("clone3", kinds[i], syscall(SYS_clone3, arguments, 64));
        arguments[0] |= CLONE_NEWUSER;
        check("clone3", kinds[i], syscall(SYS_clone3, arguments, 88));
    }
}

int main(void) { return play(attack, NULL); }
