/* tries: sockets between virtual machines: to the host, and to a listener of this machine
   must:  no socket; it plays on
   expect: held
   off: escapes
   needs: vsock */
#include "zoo.h"
#include <linux/vm_sockets.h>

static void attack(void) {
    unsigned peers[] = {VMADDR_CID_HOST, 1};
    for (int i = 0; i < 2; i++) {
        int fd = socket(AF_VSOCK, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (fd < 0) continue;
        escaped("a vsock socket");
        struct sockaddr_vm to = {.svm_family = AF_VSOCK, .svm_cid = peers[i], .svm_port = number("vsock")};
        if (connect(fd, (void *)&to, sizeof to) == 0) escaped("connect to vsock %u", peers[i]);
        close(fd);
    }
}

int main(void) { return play(attack, NULL); }
