/* tries: chatter without an end
   must:  it loses by its flood
   expect: loses flood */
#include "zoo.h"

static void attack(void) {
    static char data[1 << 16];
    memset(data, 'x', sizeof data);
    for (size_t i = 99; i < sizeof data; i += 100) data[i] = '\n';
    signal(SIGPIPE, SIG_IGN);
    while (write(1, data, sizeof data) >= 0) ;
}

int main(void) { return play(NULL, attack); }
