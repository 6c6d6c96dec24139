/* Starts twice as many processes as are allowed, by `start`, and counts those that live. */
#include "zoo.h"

static int start(void);

static void attack(void) {
    if (zoo_turn != 1) return;
    static pid_t child[600];
    int count = 0, alive = 0, most = number("processes") * 2;
    while (count < most && count < 600 && (child[count] = start()) > 0) count++;
    nap(300);
    for (int i = 0; i < count; i++) alive += kill(child[i], 0) == 0;
    if (alive == most) escaped("%d processes", alive);
    for (int i = 0; i < count; i++) kill(child[i], SIGKILL);
    while (waitpid(-1, NULL, __WALL) > 0) ;
}
