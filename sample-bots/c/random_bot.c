/* Plays any game by random legal moves. Begin here: write your own choose(). */

#include "referee.h"

static const char *choose(Turn *turn) {
    if (turn->legal.count == 0) /* only if the tournament says legal=off */
        return NULL;
    return turn->legal.at[turn_random(turn, turn->legal.count)];
}

int main(void) { return play(choose, "c-random"); }
