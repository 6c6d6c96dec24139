/* tries: TCP over IPv4: to connect to a listener of this machine, and to open a port itself
   must:  no socket of this family; it plays on
   expect: held
   off: escapes */
#include "zoo.h"
#include <arpa/inet.h>
#include <netinet/in.h>

static void attack(void) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return;
    escaped("a TCP socket over IPv4");
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(number("tcp4"))};
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    DENIED("connect over IPv4", connect(fd, (void *)&to, sizeof to));
    fd = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_port = 0;
    if (bind(fd, (void *)&to, sizeof to) == 0 && listen(fd, 1) == 0) escaped("an open port");
}

int main(void) { return play(attack, NULL); }
