/* tries: a fork bomb that doubles, in sessions of its own, without an end
   must:  it alone suffers; none of its processes is left
   expect: held | loses memory | loses crash | loses timeout | loses exit
   off: skip it would use up the machine's processes */
#include "zoo.h"

static void attack(void) {
    if (fork() != 0) return;
    signal(SIGTERM, SIG_IGN);
    for (;;) if (fork() == 0) setsid();
}

int main(void) { return play(NULL, attack); }
