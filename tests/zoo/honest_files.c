/* tries: nothing; it keeps a table of 10 MiB in a temporary file, and maps it
   must:  it plays to the end
   expect: plays
   needs: scratch */
#include "zoo.h"

static char *table;

static void prepare(void) {
    char path[600];
    snprintf(path, sizeof path, "%s/table-XXXXXX", getenv("TMPDIR"));
    int fd = mkstemp(path);
    if (fd < 0 || ftruncate(fd, 10 * MIB)) exit(9);
    table = mmap(NULL, 10 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (table == MAP_FAILED) exit(8);
    memset(table, 7, 10 * MIB);
    FILE *other = tmpfile();
    if (!other || fputs("a line\n", other) < 0 || fclose(other)) exit(7);
}

static void turn(void) { if (table[12345] != 7) exit(6); }

int main(void) { return play(prepare, turn); }
