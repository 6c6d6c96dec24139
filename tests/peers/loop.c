/* Asks two engines in turn and does nothing else: `loop ENGINE GAMES`. The questions are as long as the referee's. So
   it shows what a ply costs at least, with two processes and a pipe to and from each. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PLIES 66

static const char GAME[] = "game onitama seat=%c seats=AB id=17 seed=93012 move_ms=10000 turns=66 legal=off\n";
static const char QUESTION[] = "played A 1e5d4s ms=0\nplayed B 1a1b1u ms=0\n"
                               "state bb.bb/...../.B.W./.A.../aa.aa A 40 ...../.x.../.xo.x/...../..... "
                               "...../..x../..ox./...../..... ...../..x../..o../.x.../..... "
                               "...../.x.x./..o../.x.../..... ..x../...x./..o../...../.....\ngo move_ms=10000\n";

typedef struct {
    pid_t pid;
    int in, out;
} Engine;

static void fail(const char *what) {
    perror(what);
    exit(EXIT_FAILURE);
}

static void tell(Engine engine, const char *text, size_t length) {
    if (write(engine.in, text, length) != (ssize_t)length)
        fail("an engine doesn't listen");
}

static void await_line(Engine engine) {
    char answer[256];
    ssize_t got;
    do
        got = read(engine.out, answer, sizeof answer);
    while (got > 0 && answer[got - 1] != '\n');
    if (got <= 0)
        fail("an engine has ended");
}

static Engine start(const char *program, int other) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        fail("pipe");
    Engine engine = {.pid = fork(), .in = in[1], .out = out[0]};
    if (engine.pid < 0)
        fail("fork");
    if (engine.pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        int rest[] = {in[0], in[1], out[0], out[1], other};
        for (size_t i = 0; i < sizeof rest / sizeof *rest; ++i)
            if (rest[i] >= 0)
                close(rest[i]);
        execl(program, program, (char *)NULL);
        fail(program);
    }
    close(in[0]);
    close(out[1]);
    tell(engine, "hello referee 1\n", 16);
    await_line(engine);
    return engine;
}

int main(int count, char **words) {
    if (count != 3) {
        fputs("usage: loop ENGINE GAMES\n", stderr);
        return 2;
    }
    Engine engines[2];
    engines[0] = start(words[1], -1);
    engines[1] = start(words[1], engines[0].in);
    for (long games = atol(words[2]); games > 0; --games) {
        for (int seat = 0; seat < 2; ++seat) {
            char game[sizeof GAME];
            tell(engines[seat], game, (size_t)snprintf(game, sizeof game, GAME, "AB"[seat]));
        }
        for (int ply = 0; ply < PLIES; ++ply) {
            tell(engines[ply % 2], QUESTION, sizeof QUESTION - 1);
            await_line(engines[ply % 2]);
        }
    }
    for (int seat = 0; seat < 2; ++seat) {
        close(engines[seat].in);
        waitpid(engines[seat].pid, NULL, 0);
    }
    return EXIT_SUCCESS;
}
