// Plays Onitama by looking one move ahead: it wins if it can, and avoids moves after which the
// opponent can win. It plays other games by random moves.

#include "referee.hpp"

#include <array>
#include <cctype>
#include <map>
#include <sstream>
#include <string>
#include <utility>

using std::string;

// Boards and cards are five rows of five with a '/' between them, so a square is 6 * row + column.
constexpr int WIDTH = 6;

struct Position {
    string board;
    char player;                 // 'A' or 'B', the letter of its general
    std::array<string, 4> cards; // two of A, then two of B
};

// Returns the square with a name such as "e4".
static int square(const string &name) { return WIDTH * (name[0] - 'a') + name[1] - '1'; }

static char other(char player) { return player == 'A' ? 'B' : 'A'; }

static bool owns(char player, char piece) { return std::toupper(piece) == player; }

// Returns true if a card leads from one square to another. A card is written as its holder sees it;
// for B, on the other side of the board, it is turned by 180 degrees.
static bool leads(const string &card, char holder, int from, int to) {
    if (holder == 'B')
        std::swap(from, to);
    int pawn = static_cast<int>(card.find('o'));
    int row = pawn / WIDTH + to / WIDTH - from / WIDTH;
    int column = pawn % WIDTH + to % WIDTH - from % WIDTH;
    return 0 <= row && row < 5 && 0 <= column && column < 5 && card[WIDTH * row + column] == 'x';
}

// Returns true if a player wins with this pawn move: it captures the general, or moves the player's
// general into the opponent's base.
static bool wins(const string &board, char player, int from, int to) {
    int base = square(player == 'A' ? "a3" : "e3");
    return board[to] == other(player) || (board[from] == player && to == base);
}

// Returns true if the player to move can win at once. The wall can't prevent that, because it is
// never on a general or a base.
static bool can_win(const Position &p, char player) {
    const int squares = static_cast<int>(p.board.size());
    for (int from = 0; from < squares; ++from)
        for (int to = 0; to < squares; ++to)
            for (int i : {0, 1})
                if (owns(player, p.board[from]) && !owns(player, p.board[to]) &&
                    wins(p.board, player, from, to) &&
                    leads(p.cards[2 * (player - 'A') + i], player, from, to))
                    return true;
    return false;
}

// Makes the whole move on the board: first the pawn, then the wall, which changes places with
// whatever is on its new square: nothing, or a soldier of the player. Code that you add may need
// the wall's square.
static void make(string &board, const string &move) {
    if (move[1] != 'X') // XX: no pawn can move
        board[square(move.substr(3))] = std::exchange(board[square(move.substr(1))], '.');
    static const std::map<char, int> steps = {
        {'u', -WIDTH}, {'d', WIDTH}, {'l', -1}, {'r', 1}, {'s', 0}};
    if (size_t wall = board.find('W'); wall != string::npos)
        std::swap(board[wall], board[wall + steps.at(move[5])]);
}

// Returns how good a move is: 4 wins, 2 and 3 are safe, 1 and 3 capture.
static int rate(const Position &p, const string &move) {
    bool captures = false;
    if (move[1] != 'X') {
        int from = square(move.substr(1)), to = square(move.substr(3));
        if (wins(p.board, p.player, from, to))
            return 4;
        captures = owns(other(p.player), p.board[to]);
    }
    Position next = p;
    make(next.board, move);
    return (can_win(next, other(p.player)) ? 0 : 2) + captures;
}

static string choose(referee::Turn &turn) {
    if (turn.legal.empty())
        return "";
    if (turn.game != "onitama")
        return turn.pick(turn.legal);
    Position p;
    string turns_left;
    std::istringstream(turn.state) >> p.board >> p.player >> turns_left >> p.cards[0] >>
        p.cards[1] >> p.cards[2] >> p.cards[3];
    std::map<int, referee::Words> rated;
    for (const string &move : turn.legal)
        rated[rate(p, move)].push_back(move);
    string best = turn.pick(rated.rbegin()->second);
    if (best[1] != 'X')
        turn.arrow(best.substr(1, 2), best.substr(3, 2));
    return best;
}

int main() { referee::play(choose, "cpp-onitama"); }
