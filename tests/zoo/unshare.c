/* tries: namespaces of its own, in which it would be root: by unshare, each kind
   must:  every call fails; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <sched.h>

static int kind;
static int enter(void) { return unshare(kind) == 0 || unshare(CLONE_NEWUSER | kind) == 0; }

static void attack(void) {
    int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS,
                   CLONE_NEWCGROUP, 0x80};
    for (int i = 0; i < 8; i++) {
        kind = kinds[i];
        if (in_child(enter)) escaped("unshare(%#x)", kind);
    }
}

int main(void) { return play(attack, NULL); }
