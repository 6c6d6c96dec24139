/* tries: nothing; it starts children by fork, posix_spawn and popen, and talks to them by pipes
   must:  it plays to the end
   expect: plays */
#include "zoo.h"
#include <spawn.h>

static void turn(void) {
    char text[64] = "", *arguments[] = {"sh", "-c", "exit 7", NULL}, *nothing[] = {NULL};
    int ends[2], status = 0;
    pid_t child;
    if (pipe(ends)) exit(9);
    if (fork() == 0) _exit(write(ends[1], "thought", 8) == 8 ? 0 : 1);
    if (wait(&status) < 0 || status || read(ends[0], text, 8) != 8) exit(8);
    close(ends[0]), close(ends[1]);
    if (posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, nothing)) exit(7);
    if (waitpid(child, &status, 0) < 0 || WEXITSTATUS(status) != 7) exit(6);
    FILE *shell = popen("echo engine | tr a-z A-Z", "r");
    if (!shell || !fgets(text, sizeof text, shell) || strcmp(text, "ENGINE\n") || pclose(shell)) exit(5);
}

int main(void) { return play(NULL, turn); }
