/* The bot's side of the referee's protocol, in C11 for Linux, macOS and similar systems.
 *
 * Write a function that chooses a move, and give it to play(). */

#ifndef REFEREE_H
#define REFEREE_H

#include <stddef.h>
#include <stdint.h>

/* A list of words: at[0] to at[count - 1]. */
typedef struct {
    char **at;
    size_t count;
} Words;

/* The information that the bot has when it is to move. The library owns it: copy what you need
 * later. */
typedef struct {
    const char *game;  /* the game's name, such as "onitama" */
    char seat;         /* the bot's letter */
    const char *seats; /* the letters of all players, such as "AB" */
    const char *state; /* the state line: the complete position */
    Words legal;       /* the legal moves */
    Words happened;    /* played, chance and out lines since the last turn */
    Words options;     /* the key=value pairs of the game line; see value_of() */
    Words clock;       /* those of the go line: the time for this move, such as move_ms */

    /* For the functions below. */
    Words info;
    uint64_t random;
    int64_t since;
} Turn;

/* Chooses a move: one of turn->legal, or any other word that lives until the next call.
 * NULL resigns. */
typedef const char *Choose(Turn *turn);

/* Talks to the referee until quit or the end of the input; returns the exit code for main().
 * After the name there may be pairs for the ready line: "fox author=kim". */
int play(Choose *choose, const char *name);

/* Returns the value of a key: value_of(turn->clock, "move_ms"). NULL if it isn't there. */
const char *value_of(Words pairs, const char *key);

/* Returns a random number from 0 to n - 1; n must not be 0. A game's seed always gives the same
 * numbers. */
size_t turn_random(Turn *turn, size_t n);

/* Returns the milliseconds since go was read. */
long turn_elapsed_ms(const Turn *turn);

/* Sets what viewers show next to the move: turn_info(turn, "score", "%.1f", score). The keys
 * that they know are depth, score, nodes, pv and text; a later value replaces an earlier one. A
 * long value is cut. */
void turn_info(Turn *turn, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Marks a square, and draws an arrow: turn_arrow(turn, "d1", "d2"). */
void turn_mark(Turn *turn, const char *square);
void turn_arrow(Turn *turn, const char *from, const char *to);

#endif
