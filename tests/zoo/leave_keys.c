/* tries: to leave a key in the kernel's keyrings for its next game, and finds an earlier one
   must:  no keyring can be used
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    char name[200];
    snprintf(name, sizeof name, "zoo-%s", target("tag"));
    int rings[] = {-1, -3, -4, -5}; /* thread, session, user, user's session */
    for (int i = 0; i < 4; i++) {
        long key = syscall(SYS_add_key, "user", name, "x", 1, rings[i]);
        if (key == -1) continue;
        escaped("a key in ring %d", rings[i]);
        syscall(SYS_keyctl, 9 /* unlink */, key, rings[i]);
    }
    if (syscall(SYS_request_key, "user", name, NULL, 0) != -1) escaped("a key of an earlier game");
    if (syscall(SYS_keyctl, 0 /* get the id */, -3, 0) != -1) escaped("the session's ring");
}

int main(void) { return play(attack, NULL); }
