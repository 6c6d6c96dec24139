/* tries: nothing; it uses what programs use: random numbers, null, local time, locale, clocks, its
          own /proc, user and host name
   must:  it plays to the end
   expect: plays */
#include "zoo.h"
#include <locale.h>
#include <pwd.h>
#include <sys/random.h>
#include <sys/utsname.h>

static void use(void) {
    char bytes[16];
    struct utsname name;
    struct timespec time_of;
    time_t now = time(NULL);
    int random = open("/dev/urandom", O_RDONLY), none = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDONLY);
    if (random < 0 || read(random, bytes, 16) != 16 || getrandom(bytes, 16, 0) != 16) exit(9);
    if (none < 0 || write(none, bytes, 16) != 16 || zero < 0) exit(8);
    if (!localtime(&now) || !setlocale(LC_ALL, "C") || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time_of)) exit(7);
    if (uname(&name) || sysconf(_SC_NPROCESSORS_ONLN) < 1 || !*(getenv("HOME") ? getenv("HOME") : "")) exit(6);
    setlocale(LC_ALL, ""), getpwuid(getuid());
    if (access("/bin/sh", X_OK) || access(".", R_OK)) exit(5);
}

int main(void) { return play(use, use); }
