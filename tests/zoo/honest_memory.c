/* tries: nothing; it holds 300 MiB, and gives back and takes again in each turn
   must:  it plays to the end
   expect: plays */
#include "zoo.h"

static void turn(void) {
    char *table = malloc(300 * MIB);
    if (!table) exit(9);
    touch(table, 300 * MIB);
    free(table);
}

int main(void) { return play(NULL, turn); }
