/* tries: to be handed descriptors, or to hand some out: rights in messages over its own three
          descriptors, a pipe opened again through /proc/self/fd
   must:  the pipes carry bytes only, and it plays on
   expect: held
   off: fails */
#include "zoo.h"

static void attack(void) {
    for (int fd = 0; fd < 3; fd++) {
        char byte = 0, room[CMSG_SPACE(sizeof(int))] = "";
        struct iovec data = {&byte, 0};
        struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET, rights->cmsg_type = SCM_RIGHTS, rights->cmsg_len = CMSG_LEN(sizeof(int));
        memset(CMSG_DATA(rights), 0, sizeof(int));
        if (fd != 0 && sendmsg(fd, &message, MSG_DONTWAIT) > 0) escaped("sent a descriptor through %d", fd);
        struct msghdr got = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
        if (recvmsg(fd, &got, MSG_DONTWAIT | MSG_PEEK) > 0 && got.msg_controllen) escaped("got a descriptor");
    }
    char path[40];
    for (int fd = 3; fd < 64; fd++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        if (open(path, O_RDWR | O_NONBLOCK) >= 0) escaped("opened %s again", path);
    }
}

int main(void) { return play(attack, NULL); }
