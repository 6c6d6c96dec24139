/* tries: what an administrator does: reboot, clock, host name, ports, accounting, quotas, kexec; each
          in a form that changes nothing where it is let through
   must:  every call fails; it plays on
   expect: held
   off: escapes as root */
#include "zoo.h"
#include <linux/reboot.h>
#include <sys/io.h>
#include <sys/time.h>
#include <sys/timex.h>

static int ports(void) { return ioperm(0x80, 1, 1) == 0 || iopl(3) == 0; }
static int root(void) { return vhangup() == 0; }

static void attack(void) {
    char name[65] = "";
    struct timespec now;
    struct timex nothing = {.modes = ADJ_TICK, .tick = 10000};
    gethostname(name, 64);
    clock_gettime(CLOCK_REALTIME, &now);
    DENIED("reboot", syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_CAD_OFF, NULL));
    DENIED("the clock", clock_settime(CLOCK_REALTIME, &now));
    DENIED("the clock's pace", adjtimex(&nothing));
    DENIED("the host's name", sethostname(name, strlen(name)));
    DENIED("the domain's name", setdomainname("(none)", 6));
    DENIED("accounting", syscall(SYS_acct, NULL));
    DENIED("kexec", syscall(SYS_kexec_load, 0, 0, NULL, 0));
    if (in_child(ports)) escaped("ports");
    if (in_child(root)) escaped("vhangup");
}

int main(void) { return play(attack, NULL); }
