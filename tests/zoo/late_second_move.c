/* tries: two moves in one turn by two writes, the second while it is stopped, or long after that
   must:  the first counts, and what comes before it reads on is chatter
   expect: plays */
#include "zoo.h"

static void attack(void) {
    static const int naps[] = {0, 0, 5, 0, 30};
    dprintf(1, "move %s\n", zoo_legal);
    nap(naps[zoo_turn++ % 5]);
    dprintf(1, "move 9z9z9\nmove 8z");
    dprintf(1, "8z8\n");
}

int main(void) {
    char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5)) dprintf(1, "ready\n");
        if (!strncmp(line, "legal ", 6)) sscanf(line, "legal %199s", zoo_legal);
        if (!strncmp(line, "go", 2)) attack();
        if (!strncmp(line, "quit", 4)) return 0;
    }
    return 0;
}
