/* An engine that answers at once, for tests/peers/run. It speaks UCI and the referee's protocol, and plays one game
   of 66 plies from either side: of chess by UCI, which ends as the position stands for the third time, of onitama
   with turns=66 by the other. When it ends it adds a line of what it counted to the file that PEERS_COUNTS names. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define PLIES 66

/* White's moves after a2a3: both knights walk, and meet no position twice in 16 moves. Black's are their mirror. */
static const char WALK[16][5] = {
    "g1f3", "f3d4", "d4b3", "b1c3", "b3d4", "d4f3", "c3e4", "f3d4",
    "d4b3", "e4g3", "b3d4", "d4f3", "f3g1", "g3e4", "e4c3", "c3b1",
};

/* Moves from the default start of onitama that take nothing; found at random. */
static const char ONITAMA[PLIES][7] = {
    "1e5d4s", "1a1b1u", "1e1d2r", "1a4b5d", "2d2d3d", "1a2c2u", "2d4c3u", "1c1d1l", "1c3b3d", "1a3b4d", "2e3d4s",
    "2b4c5u", "1e4e5u", "1d2c3u", "1d3c2r", "1b5b4s", "1c2b2s", "1d1c2s", "1b3a3d", "1c3d3l", "1a3b2r", "1d3d2d",
    "1e5d5r", "1b2c1s", "2b1b3r", "1a5b5s", "1a2a3s", "2c1e1u", "2e2d3s", "2d2d1s", "1b3c2u", "2e1d2r", "2c2b3l",
    "2d2c3d", "2d3c2l", "2c3d2d", "2d5e4u", "1d2d3d", "2c2a2u", "2d1c2s", "1a3a4r", "2c2d1d", "2e4e3s", "1b4a5s",
    "1e3d2l", "2b5b4s", "2d2b2l", "1b4b5s", "2b3b4s", "2d3e2d", "1b4c3r", "1a5b4l", "1b2a1r", "1d1c2s", "1c3a3s",
    "2e2e1u", "1a2b1d", "2b5c4s", "1d4d5s", "1e1d2s", "2a3a2u", "2d2e2r", "1d5b5s", "2c3c1d", "2a4b3s", "2c5e5r",
};

/* What is written to the file of counts. */
static long long asked, bytes_in, bytes_out, reads, writes, first_ns, last_ns;

static char chess[PLIES][5]; /* the game of chess */
static int next_ply;         /* the ply that the next question is about; below 0 before it is known */

static long long now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void prepare(void) {
    strcpy(chess[0], "a2a3");
    for (int ply = 2; ply < PLIES; ply += 2)
        strcpy(chess[ply], WALK[(ply / 2 - 1) % 16]);
    for (int ply = 1; ply < PLIES; ply += 2) {
        strcpy(chess[ply], chess[ply - 1]);
        chess[ply][1] = (char)('1' + '8' - chess[ply][1]);
        chess[ply][3] = (char)('1' + '8' - chess[ply][3]);
    }
}

static void say(const char *start, const char *rest) {
    char line[64];
    size_t length = (size_t)snprintf(line, sizeof line, "%s%s\n", start, rest);
    ssize_t written = write(STDOUT_FILENO, line, length);
    if (written != (ssize_t)length)
        exit(EXIT_FAILURE);
    bytes_out += written;
    ++writes;
}

/* Says the move of the next ply. Who is asked for more than the game has gets an answer that ends it. */
static void answer(const char *keyword, const char *moves, size_t width) {
    if (!asked++)
        first_ns = now_ns();
    int known = next_ply >= 0 && next_ply < PLIES;
    say(keyword, known ? moves + (size_t)next_ply * width : "none");
    next_ply += 2;
}

/* Reads from a `position` which side this is: the number of its moves, and who began. */
static int ply_of(const char *position) {
    const char *moves = strstr(position, " moves ");
    int ply = strstr(position, " b ") != NULL;
    for (const char *at = moves ? moves + 6 : ""; (at = strchr(at, ' ')); ++at)
        ++ply;
    return ply;
}

static int begins(const char *line, const char *word) { return strncmp(line, word, strlen(word)) == 0; }

/* Handles a line; returns 0 if it was the last one. */
static int handle(const char *line) {
    if (begins(line, "position ")) {
        if (next_ply < 0)
            next_ply = ply_of(line) % 2;
    } else if (begins(line, "isready")) {
        say("readyok", "");
    } else if (begins(line, "go move_ms=")) {
        answer("move ", ONITAMA[0], sizeof ONITAMA[0]);
    } else if (begins(line, "go ")) {
        answer("bestmove ", chess[0], sizeof chess[0]);
    } else if (begins(line, "game ")) {
        next_ply = strstr(line, "seat=B") != NULL;
    } else if (begins(line, "ucinewgame")) {
        next_ply = -1;
    } else if (begins(line, "uci")) {
        say("id name instant\nuciok", "");
    } else if (begins(line, "hello ")) {
        say("ready instant legal=off", "");
    }
    return !begins(line, "quit");
}

static long long microseconds(struct timeval time) { return time.tv_sec * 1000000LL + time.tv_usec; }

static void tell_counts(void) {
    const char *name = getenv("PEERS_COUNTS");
    struct rusage used;
    char line[256];
    int file = name ? open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (file < 0 || asked == 0 || getrusage(RUSAGE_SELF, &used) != 0)
        return;
    int length = snprintf(line, sizeof line, "%lld %lld %lld %lld %lld %lld %lld %lld %lld\n", asked, bytes_in,
                          bytes_out, reads, writes, first_ns, last_ns, microseconds(used.ru_utime),
                          microseconds(used.ru_stime));
    if (write(file, line, (size_t)length) != length)
        perror(name);
    close(file);
}

int main(void) {
    static char buffer[1 << 16];
    size_t held = 0; /* of a line that hasn't ended yet */
    int on = 1;
    prepare();
    while (on) {
        ssize_t got = read(STDIN_FILENO, buffer + held, sizeof buffer - 1 - held);
        if (got <= 0)
            break;
        bytes_in += got;
        ++reads;
        held += (size_t)got;
        char *line = buffer, *end;
        while (on && (end = memchr(line, '\n', held))) {
            *end = '\0';
            long long before = asked;
            on = handle(line);
            if (asked != before)
                last_ns = now_ns();
            held -= (size_t)(end + 1 - line);
            line = end + 1;
        }
        memmove(buffer, line, held);
    }
    tell_counts();
    return EXIT_SUCCESS;
}
