/* The honest part of the zoo's bots in C, and what their attacks share. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB (1L << 20)
#define UNUSED __attribute__((unused))

static char zoo_escape[200], zoo_legal[200];
static int zoo_turn;

/* Says what got through: on stderr at once, and by resigning at its next turn. */
UNUSED static void escaped(const char *format, ...) {
    char what[200];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    dprintf(2, "ESCAPED %s\n", what);
    if (!*zoo_escape) strcpy(zoo_escape, what);
}

/* A call that must fail. */
#define DENIED(what, call) do { errno = 0; if ((long)(call) != -1) escaped("%s", what); } while (0)

/* Something in the file of targets beside the bot, or an empty string. */
UNUSED static const char *target(const char *key) {
    static char value[8][512];
    static int next;
    char line[1024], word[100];
    char *found = value[next++ % 8];
    *found = 0;
    FILE *file = fopen("targets", "r");
    while (file && fgets(line, sizeof line, file)) {
        char text[512] = "";
        if (sscanf(line, "%99s %511[^\n]", word, text) >= 1 && !strcmp(word, key)) strcpy(found, text);
    }
    if (file) fclose(file);
    return found;
}

UNUSED static int number(const char *key) { return atoi(target(key)); }

/* Runs an attack in a child, as it may end it; whether it says to have succeeded. */
UNUSED static int in_child(int (*attack)(void)) {
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        alarm(3);
        _exit(attack() ? 42 : 0);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) == -1 && errno == EINTR) ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 42;
}

UNUSED static void nap(int ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

/* Long enough for whoever only looks now and then what a bot holds, also on a busy machine. */
UNUSED static void wait_for_a_look(void) { nap(1200); }

/* Whether a file holds a text. */
UNUSED static int holds(const char *path, const char *text) {
    static char data[1 << 16];
    int file = open(path, O_RDONLY);
    ssize_t size = file < 0 ? -1 : read(file, data, sizeof data);
    if (file >= 0) close(file);
    return size > 0 && *text && memmem(data, size, text, strlen(text)) != NULL;
}

/* Takes memory for good: a compiler may leave out what nobody reads. */
UNUSED static void touch(char *block, size_t size) {
    for (size_t i = 0; i < size; i += 4096) ((volatile char *)block)[i] = 1;
}

typedef void part(void);

/* Plays the first legal move each turn; `hello` and `go` are done just before the answer. */
UNUSED static int play(part *hello, part *go) {
    static char line[1 << 16];
    setvbuf(stdin, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5)) {
            if (hello) hello();
            dprintf(1, "ready\n");
        } else if (!strncmp(line, "legal ", 6)) {
            sscanf(line, "legal %199s", zoo_legal);
        } else if (!strncmp(line, "go", 2)) {
            zoo_turn++;
            if (go) go();
            if (*zoo_escape) dprintf(1, "info ESCAPED %s\nresign\n", zoo_escape);
            else dprintf(1, "move %s\n", zoo_legal);
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
    }
    return 0;
}
