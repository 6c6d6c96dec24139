/* Plays any game by random legal moves. This is where your bot begins: write your own choose(). */

#include "referee.h"

static const char *choose(Turn *turn) {
    if (turn->legal.count == 0) /* never, unless the tournament says legal=off */
        return NULL;
    return turn->legal.at[turn_random(turn, turn->legal.count)];
}

int main(void) { return play(choose, "c-random"); }
