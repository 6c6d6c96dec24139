// Plays any game by random legal moves. Begin here: write your own choose().

#include "referee.hpp"

static std::string choose(referee::Turn &turn) {
    if (turn.legal.empty()) // only if the tournament says legal=off
        return "";
    return turn.pick(turn.legal);
}

int main() { referee::play(choose, "cpp-random"); }
