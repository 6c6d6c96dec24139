/* tries: one line of 8 MiB, with a move at its end
   must:  it loses by its flood, and the referee doesn't keep the line
   expect: loses flood */
#include "zoo.h"

static void attack(void) {
    static char data[1 << 16];
    memset(data, 'm', sizeof data);
    for (int i = 0; i < 128; i++) if (write(1, data, sizeof data) < 0) return;
}

int main(void) { return play(NULL, attack); }
