/* tries: to be somebody: user 0, another uid or gid, capabilities, new privileges
   must:  it is nobody, has no capability, gains none, and may never gain one
   expect: held
   off: escapes */
#include "zoo.h"
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>

static void attack(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {0};
    if (getuid() == 0 || geteuid() == 0 || getgid() == 0 || getegid() == 0) escaped("it is user or group 0");
    if (syscall(SYS_capget, &header, data) == 0 && (data[0].effective | data[0].permitted | data[0].inheritable |
            data[1].effective | data[1].permitted | data[1].inheritable)) escaped("it has capabilities");
    for (int cap = 0; cap < 41; cap++) {
        if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, cap, 0, 0) == 1) escaped("capability %d is ambient", cap);
    }
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) escaped("new privileges are allowed");
    gid_t groups[64], none = 0;
    for (int i = getgroups(64, groups); i-- > 0;) if (groups[i] == 0) escaped("group 0 is among its groups");
    DENIED("setuid(0)", getuid() ? setuid(0) : -1);
    DENIED("setresuid", setresuid(12345, 12345, 12345));
    DENIED("setgid", setgid(0) == 0 || setresgid(12345, 12345, 12345) == 0 ? 0 : -1);
    DENIED("setgroups", setgroups(1, &none));
    data[0].effective = data[0].permitted = 1 << 21;
    DENIED("capset", syscall(SYS_capset, &header, data));
    DENIED("securebits", prctl(PR_SET_SECUREBITS, 0x2f, 0, 0, 0));
}

int main(void) { return play(attack, NULL); }
