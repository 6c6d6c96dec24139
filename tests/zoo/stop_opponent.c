/* tries: to find the opponent's and the referee's processes in /proc and to stop them
   must:  it finds none; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    char path[64];
    for (int pid = 1; pid < 1 << 17; pid++) {
        if (pid == getpid() || kill(pid, 0) != 0) continue;
        snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
        int other = holds(path, "zoo-canary");
        if (!other) continue;
        escaped("sees %d", pid);
        if (kill(pid, SIGSTOP) == 0) kill(pid, SIGCONT), escaped("stopped %d", pid);
    }
}

int main(void) { return play(attack, NULL); }
