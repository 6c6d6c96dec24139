/* The bot's side of the referee's protocol; see referee.h for its functions. */

#define _POSIX_C_SOURCE 200809L /* getline, strndup, clock_gettime */

#include "referee.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLANKS " \t\r\n"

/* ----- Words ----------------------------------------------------------------------------- */

static void *checked(void *memory) {
    if (!memory) {
        perror("bot");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void append(Words *words, const char *text, size_t length) {
    words->at = checked(realloc(words->at, (words->count + 1) * sizeof *words->at));
    words->at[words->count++] = checked(strndup(text, length));
}

static void clear(Words *words) {
    while (words->count > 0)
        free(words->at[--words->count]);
    free(words->at);
    words->at = NULL;
}

/* Replaces the words with those of a line. */
static void split(Words *words, const char *line) {
    clear(words);
    for (line += strspn(line, BLANKS); *line; line += strspn(line, BLANKS)) {
        size_t length = strcspn(line, BLANKS);
        append(words, line, length);
        line += length;
    }
}

const char *value_of(Words pairs, const char *key) {
    size_t length = strlen(key);
    for (size_t i = 0; i < pairs.count; ++i)
        if (strncmp(pairs.at[i], key, length) == 0 && pairs.at[i][length] == '=')
            return pairs.at[i] + length + 1;
    return NULL;
}

/* ----- Functions of a turn --------------------------------------------------------------- */

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

long turn_elapsed_ms(const Turn *turn) { return (long)(now_ms() - turn->since); }

/* SplitMix64, a generator by Steele, Lea and Flood. */
size_t turn_random(Turn *turn, size_t n) {
    uint64_t z = turn->random += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (size_t)((z ^ (z >> 31)) % n);
}

void turn_info(Turn *turn, const char *key, const char *format, ...) {
    char value[1000], pair[1100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    for (char *c = value; *c; ++c)
        *c = *c == '"' ? '\'' : strchr(BLANKS, *c) ? ' ' : *c;
    const char *quote = strchr(value, ' ') ? "\"" : "";
    snprintf(pair, sizeof pair, "%s=%s%s%s", key, quote, value, quote);

    size_t length = strcspn(pair, "=") + 1;
    for (size_t i = 0; i < turn->info.count; ++i) {
        if (strncmp(turn->info.at[i], pair, length) == 0) {
            free(turn->info.at[i]);
            turn->info.at[i] = checked(strdup(pair));
            return;
        }
    }
    append(&turn->info, pair, strlen(pair));
}

void turn_mark(Turn *turn, const char *square) {
    const char *others = value_of(turn->info, "mark");
    turn_info(turn, "mark", "%s%s%s", others ? others : "", others ? "," : "", square);
}

void turn_arrow(Turn *turn, const char *from, const char *to) {
    const char *others = value_of(turn->info, "arrow");
    turn_info(turn, "arrow", "%s%s%s%s", others ? others : "", others ? "," : "", from, to);
}

/* ----- The protocol ---------------------------------------------------------------------- */

/* Writes a line and flushes it: an answer that stays in the buffer loses on time. */
static void say(const char *start, const char *rest) {
    printf("%s%s\n", start, rest);
    fflush(stdout);
}

/* Returns the text after a keyword if a line begins with it; otherwise NULL. */
static const char *after(const char *line, const char *keyword) {
    size_t length = strlen(keyword);
    if (strncmp(line, keyword, length) != 0 || (line[length] && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, BLANKS);
}

static void begin(Turn *turn, const char *game) {
    split(&turn->options, game);
    clear(&turn->legal);
    clear(&turn->happened);
    const char *seat = value_of(turn->options, "seat");
    const char *seats = value_of(turn->options, "seats");
    const char *seed = value_of(turn->options, "seed");
    turn->game = turn->options.count > 0 ? turn->options.at[0] : "";
    turn->seat = seat ? *seat : 'A';
    turn->seats = seats ? seats : "";
    turn->state = "";
    turn->random = seed ? strtoull(seed, NULL, 10) : 0;
}

static void answer(Turn *turn, const char *clock, Choose *choose) {
    turn->since = now_ms();
    split(&turn->clock, clock);
    clear(&turn->info);
    const char *move = choose(turn);
    if (turn->info.count > 0) {
        fputs("info", stdout);
        for (size_t i = 0; i < turn->info.count; ++i)
            printf(" %s", turn->info.at[i]);
        say("", "");
    }
    if (move && *move)
        say("move ", move);
    else
        say("resign", "");
    clear(&turn->happened);
}

int play(Choose *choose, const char *name) {
    Turn turn = {.game = "", .seat = 'A', .seats = "", .state = ""};
    char *buffer = NULL, *state = NULL;
    size_t size = 0;
    while (getline(&buffer, &size, stdin) != -1) {
        char *line = buffer + strspn(buffer, BLANKS);
        for (char *end = line + strlen(line); end > line && strchr(BLANKS, end[-1]);)
            *--end = '\0';
        const char *rest;
        if (after(line, "hello")) {
            say("ready ", name);
        } else if ((rest = after(line, "game"))) {
            begin(&turn, rest);
        } else if ((rest = after(line, "state"))) {
            free(state);
            turn.state = state = checked(strdup(rest));
            clear(&turn.legal);
        } else if ((rest = after(line, "legal"))) {
            split(&turn.legal, rest);
        } else if (after(line, "played") || after(line, "chance") || after(line, "out")) {
            append(&turn.happened, line, strlen(line));
        } else if ((rest = after(line, "go"))) {
            answer(&turn, rest, choose);
        } else if (after(line, "error")) {
            fprintf(stderr, "%s\n", line); /* An error message; bots may write to stderr. */
        } else if (after(line, "quit")) {
            break;
        } /* The result and unknown keywords need no answer. */
    }
    Words *all[] = {&turn.legal, &turn.happened, &turn.options, &turn.clock, &turn.info};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        clear(all[i]);
    free(state);
    free(buffer);
    return EXIT_SUCCESS;
}
