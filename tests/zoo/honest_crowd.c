/* tries: nothing; it has forty children each turn, and waits for them
   must:  it plays to the end
   expect: plays */
#include "zoo.h"

static void turn(void) {
    for (int i = 0; i < 40; i++) {
        pid_t child = fork();
        if (child < 0) exit(9);
        if (child == 0) { nap(20); _exit(0); }
    }
    while (wait(NULL) > 0) continue;
}

int main(void) { return play(NULL, turn); }
