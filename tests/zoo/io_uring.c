/* tries: io_uring, which makes system calls that no filter sees
   must:  it can't be set up; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    char parameters[120] = "";
    DENIED("io_uring_setup", syscall(SYS_io_uring_setup, 8, parameters));
    errno = 0;
    syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0);
    if (errno == EBADF) escaped("io_uring_enter is let through");
    errno = 0;
    syscall(SYS_io_uring_register, -1, 0, NULL, 0);
    if (errno == EBADF) escaped("io_uring_register is let through");
}

int main(void) { return play(attack, NULL); }
