/* tries: memory far beyond its limit, shared out among children
   must:  together they get no more than its limit, or it is killed for them
   expect: held | loses memory | loses timeout
   off: escapes */
#include "zoo.h"

static void attack(void) {
    if (zoo_turn != 1) return;
    int count = 16, alive = 0, done[2];
    size_t size = number("memory_mib") * MIB * 3 / 2 / count;
    pid_t child[16];
    if (pipe(done)) return;
    for (int i = 0; i < count; i++) {
        child[i] = fork();
        if (child[i] != 0) continue;
        char *block = malloc(size);
        if (!block) _exit(1);
        touch(block, size);
        if (write(done[1], "x", 1) == 1) nap(60000);
        _exit(0);
    }
    char bytes[16];
    int full = 0;
    fcntl(done[0], F_SETFL, O_NONBLOCK);
    for (int i = 0; i < 150 && full < count; i++) {
        ssize_t n = read(done[0], bytes, count);
        if (n > 0) full += n;
        nap(10);
    }
    wait_for_a_look();
    for (int i = 0; i < count; i++) alive += child[i] > 0 && waitpid(child[i], NULL, WNOHANG) == 0;
    if (alive == count && full == count) escaped("%d children hold %zu MiB each", count, size / MIB);
    for (int i = 0; i < count; i++) if (child[i] > 0) kill(child[i], SIGKILL), waitpid(child[i], NULL, 0);
}

int main(void) { return play(NULL, attack); }
