/* tries: set-uid programs: a copy of `id` that belongs to root, in its folder and outside, and su,
          mount, ping, passwd where they are
   must:  none gains a privilege; it plays on
   expect: held
   off: escapes as user
   needs: root */
#include "zoo.h"

static const char *program;
static int gains(void) {
    char text[64] = "";
    int out[2];
    if (pipe(out)) return 0;
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], 1), close(2);
        execl(program, program, "-u", NULL);
        _exit(127);
    }
    close(out[1]);
    waitpid(child, NULL, 0);
    return read(out[0], text, sizeof text - 1) > 0 && text[0] == '0' && text[1] == '\n' && geteuid() != 0;
}

static void attack(void) {
    const char *copies[] = {"./setuid-id", target("setuid")};
    for (int i = 0; i < 2; i++) {
        program = copies[i];
        if (*program && in_child(gains)) escaped("%s runs as root", program);
    }
    const char *known[] = {"/usr/bin/su", "/bin/su", "/usr/bin/mount", "/bin/ping", "/usr/bin/passwd", "/usr/bin/newuidmap"};
    for (int i = 0; i < 6; i++) {
        if (fork() == 0) {
            close(0), close(1), close(2);
            execl(known[i], known[i], "--version", NULL);
            _exit(0);
        }
        wait(NULL);
    }
}

int main(void) { return play(attack, NULL); }
