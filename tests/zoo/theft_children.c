/* tries: to steal the opponent's time by children that never rest, in sessions of their own
   must:  the opponent plays to the end, and the children go with the game
   expect: plays */
#include "zoo.h"

static void attack(void) {
    for (int i = 0; i < 4; i++) {
        if (fork() != 0) continue;
        setsid();
        for (;;) __asm__ volatile("");
    }
}

int main(void) { return play(attack, NULL); }
