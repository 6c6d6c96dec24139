/* tries: the kernel's own ciphers by AF_ALG, a source of many holes
   must:  no socket; it plays on
   expect: held
   off: skip the kernel may load modules */
#include "zoo.h"
#include <linux/if_alg.h>

static void attack(void) {
    int fd = socket(AF_ALG, SOCK_SEQPACKET, 0);
    if (fd < 0) return;
    escaped("an AF_ALG socket");
    struct sockaddr_alg hash = {.salg_family = AF_ALG, .salg_type = "hash", .salg_name = "sha256"};
    DENIED("a hash of the kernel", bind(fd, (void *)&hash, sizeof hash));
}

int main(void) { return play(attack, NULL); }
