/* tries: to connect to unix sockets in the file system: one in /tmp, one like docker.sock in /run
   must:  they aren't there or may not be reached; it plays on
   expect: held
   off: escapes */
#include "zoo.h"

static void reach(const char *path) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strncpy(to.sun_path, path, sizeof to.sun_path - 1);
    int types[] = {SOCK_STREAM, SOCK_DGRAM};
    for (int i = 0; i < 2 && *path; i++) {
        int fd = socket(AF_UNIX, types[i], 0);
        if (fd >= 0 && connect(fd, (void *)&to, sizeof to) == 0) escaped("connected to %s", path);
    }
}

static void attack(void) {
    reach(target("socket"));
    reach(target("docker"));
    reach("/var/run/docker.sock");
    reach("/run/dbus/system_bus_socket");
    reach("/run/systemd/private");
}

int main(void) { return play(attack, NULL); }
