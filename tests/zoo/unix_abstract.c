/* tries: to connect to an abstract unix socket of this machine, by stream and datagram
   must:  it isn't there or may not be reached; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void attack(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const char *name = target("abstract");
    strncpy(to.sun_path + 1, name, sizeof to.sun_path - 2);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name);
    int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
    for (int i = 0; i < 3; i++) {
        int fd = socket(AF_UNIX, types[i], 0);
        if (fd < 0) continue;
        DENIED("connect to an abstract socket", connect(fd, (void *)&to, size));
        DENIED("a datagram to an abstract socket", sendto(fd, "x", 1, 0, (void *)&to, size));
    }
}

int main(void) { return play(attack, NULL); }
