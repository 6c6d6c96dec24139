/* tries: 64 MiB on stderr each turn
   must:  all is drained, head and tail are kept, and it plays on
   expect: plays */
#include "zoo.h"

static void attack(void) {
    static char data[1 << 16];
    memset(data, 'e', sizeof data);
    for (int i = 0; i < 1024; i++) if (write(2, data, sizeof data) < 0) return;
}

int main(void) { return play(NULL, attack); }
