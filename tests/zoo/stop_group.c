/* tries: to stop its process group, its session's children, and whatever else it may signal
   must:  its own time runs out, nobody else's
   expect: loses timeout
   off: same */
#include "zoo.h"

static void attack(void) {
    if (fork() == 0) { nap(5000); _exit(0); }
    kill(0, SIGSTOP);
}

int main(void) { return play(NULL, attack); }
