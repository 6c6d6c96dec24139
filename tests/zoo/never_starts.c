/* tries: nothing; it ends before it says `ready`
   must:  it loses for want of a handshake
   expect: loses no-handshake */
#include <stdio.h>

int main(void) {
    fprintf(stderr, "error while loading the model\n");
    return 1;
}
