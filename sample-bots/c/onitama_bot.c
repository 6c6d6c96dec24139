/* Plays Onitama by looking one move ahead: it wins if it can, and avoids moves after which the
 * opponent can win. It plays other games by random moves. */

#include "referee.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A board or a card is five rows of five, with a '/' between them, so that a square is
 * 6 * row + column. */
enum { WIDTH = 6, SQUARES = 29 };

typedef struct {
    char board[SQUARES + 1];
    char player;                /* 'A' or 'B', the letter of its general */
    char cards[4][SQUARES + 1]; /* two of A, then two of B */
} Position;

/* Returns the square with a name such as "e4". */
static int square(const char *name) { return WIDTH * (name[0] - 'a') + name[1] - '1'; }

static char other(char player) { return player == 'A' ? 'B' : 'A'; }

static bool owns(char player, char piece) { return piece == player || piece == player - 'A' + 'a'; }

/* Returns true if a card leads from one square to another. A card is written as its holder sees it;
 * for B, on the other side of the board, it is turned by 180 degrees. */
static bool leads(const char *card, char holder, int from, int to) {
    if (holder == 'B') {
        int swap = from;
        from = to;
        to = swap;
    }
    int pawn = (int)(strchr(card, 'o') - card);
    int row = pawn / WIDTH + to / WIDTH - from / WIDTH;
    int column = pawn % WIDTH + to % WIDTH - from % WIDTH;
    return 0 <= row && row < 5 && 0 <= column && column < 5 && card[WIDTH * row + column] == 'x';
}

/* Returns true if a player wins with this pawn move: it captures the general, or moves the player's
 * general into the opponent's base. */
static bool wins(const char *board, char player, int from, int to) {
    int base = square(player == 'A' ? "a3" : "e3");
    return board[to] == other(player) || (board[from] == player && to == base);
}

/* Returns true if the player to move can win at once. The wall can't prevent that, because it is
 * never on a general or a base. */
static bool can_win(const Position *p, char player) {
    for (int from = 0; from < SQUARES; ++from)
        for (int to = 0; to < SQUARES; ++to)
            for (int i = 0; i < 2; ++i)
                if (owns(player, p->board[from]) && !owns(player, p->board[to]) &&
                    wins(p->board, player, from, to) &&
                    leads(p->cards[2 * (player - 'A') + i], player, from, to))
                    return true;
    return false;
}

/* Makes the whole move on the board: first the pawn, then the wall, which changes places with
 * whatever is on its new square: nothing, or a soldier of the player. Code that you add may need
 * the wall's square. */
static void make(char *board, const char *move) {
    if (move[1] != 'X') { /* XX: no pawn can move */
        board[square(move + 3)] = board[square(move + 1)];
        board[square(move + 1)] = '.';
    }
    char *wall = strchr(board, 'W');
    int down = (move[5] == 'd') - (move[5] == 'u'), right = (move[5] == 'r') - (move[5] == 'l');
    int step = WIDTH * down + right;
    if (wall) {
        char there = wall[step];
        wall[step] = 'W';
        *wall = there;
    }
}

/* Returns how good a move is: 4 wins, 2 and 3 are safe, 1 and 3 capture. */
static int rate(const Position *p, const char *move) {
    bool captures = false;
    if (move[1] != 'X') {
        int from = square(move + 1), to = square(move + 3);
        if (wins(p->board, p->player, from, to))
            return 4;
        captures = owns(other(p->player), p->board[to]);
    }
    Position next = *p;
    make(next.board, move);
    return (can_win(&next, other(p->player)) ? 0 : 2) + captures;
}

static const char *choose(Turn *turn) {
    Position p;
    bool onitama = strcmp(turn->game, "onitama") == 0 &&
                   sscanf(turn->state, "%29s %c %*d %29s %29s %29s %29s", p.board, &p.player,
                          p.cards[0], p.cards[1], p.cards[2], p.cards[3]) == 6;
    const char *best = NULL;
    int best_rate = -1;
    size_t equals = 0;
    for (size_t i = 0; i < turn->legal.count; ++i) {
        const char *move = turn->legal.at[i];
        int rating = onitama ? rate(&p, move) : 0;
        if (rating > best_rate) {
            best_rate = rating;
            equals = 0;
        }
        if (rating == best_rate && turn_random(turn, ++equals) == 0)
            best = move; /* each of the best with the same probability */
    }
    if (onitama && best && best[1] != 'X')
        turn_arrow(turn, (char[]){best[1], best[2], '\0'}, (char[]){best[3], best[4], '\0'});
    return best;
}

int main(void) { return play(choose, "c-onitama"); }
