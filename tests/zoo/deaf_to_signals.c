/* tries: to stay when it shall go: ignores every signal, `quit` and the end of its input
   must:  it plays to the end, and is killed after the grace time
   expect: plays */
#include "zoo.h"

static void attack(void) {
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
}

int main(void) {
    play(attack, NULL);
    for (;;) nap(1000);
}
