/* tries: a fork bomb: children that fork and stay
   must:  it gets no more processes than its limit, and nobody else fails; it plays on or is ended
   expect: held | loses crash | loses timeout
   off: escapes */
#include "bomb.h"

static int start(void) {
    pid_t child = fork();
    if (child == 0) for (;;) pause();
    return child;
}

int main(void) { return play(NULL, attack); }
