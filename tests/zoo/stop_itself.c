/* tries: to stop itself in its turn
   must:  its time runs out
   expect: loses timeout */
#include "zoo.h"

static void attack(void) { kill(getpid(), SIGSTOP); }

int main(void) { return play(NULL, attack); }
