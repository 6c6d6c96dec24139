/* tries: NULs, bytes that aren't UTF-8, escape sequences and lone returns around a good move
   must:  the noise is chatter, and the move counts
   expect: plays */
#include "zoo.h"

static void attack(void) {
    static const char noise[] = "\0\0\0\n\xff\xfe\xc3\x28\n\xed\xa0\x80\n\x1b[2J\x1b]0;x\a\n\rmoves\r\n\xf0\x9f\n\v\f\n{\"type\":\0}\n{\n[]\n";
    if (write(1, noise, sizeof noise - 1) < 0) _exit(0);
}

int main(void) { return play(NULL, attack); }
