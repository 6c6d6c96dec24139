/* tries: two moves in one turn, and then the next one early
   must:  the first counts, the rest is chatter
   expect: plays */
#include "zoo.h"

static void attack(void) { dprintf(1, "move %s\nmove 9z9z9\n", zoo_legal); }

static void quiet(void) {
    char line[1 << 16];
    setvbuf(stdin, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5)) dprintf(1, "ready\n");
        if (!strncmp(line, "legal ", 6)) sscanf(line, "legal %199s", zoo_legal);
        if (!strncmp(line, "go", 2)) attack();
        if (!strncmp(line, "quit", 4)) return;
    }
}

int main(void) {
    quiet();
    return 0;
}
