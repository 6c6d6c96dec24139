// Plays any game by random legal moves. This is where your bot begins: write your own choose().

#include "referee.hpp"

static std::string choose(referee::Turn &turn) {
    if (turn.legal.empty()) // never, unless the tournament says legal=off
        return "";
    return turn.pick(turn.legal);
}

int main() { referee::play(choose, "cpp-random"); }
