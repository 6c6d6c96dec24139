/* A disk that fails, for the tests: loaded before libc, it lets the Nth operation that changes a file
 * with WORD in its path, and all that follow, fail.
 *
 *     FAILING_PATH=WORD  FAILING_AT=N  FAILING_ERRNO=28  [FAILING_ONCE=1]  [FAILING_COUNT=FILE]
 *
 * A write that fails has written half of its bytes before, as on a disk that is filling up. How many
 * operations there were is written to FILE when the program ends.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long operations;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Whether this operation on a file is one that fails. */
static int fails(const char *path) {
    const char *word = getenv("FAILING_PATH"), *at = getenv("FAILING_AT");
    if (!word || !strstr(path, word))
        return 0;
    long number = atomic_fetch_add(&operations, 1) + 1, first = at ? atol(at) : 0;
    if (!first || number < first || (getenv("FAILING_ONCE") && number > first))
        return 0;
    errno = atoi(getenv("FAILING_ERRNO"));
    return 1;
}

static int fails_at(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int before = errno;
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length < 0)
        return 0;
    path[length] = 0;
    return fails(path);
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FAILING_COUNT");
    FILE *file = path && atomic_load(&operations) ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld", atomic_load(&operations));
        fclose(file);
    }
}

ssize_t write(int fd, const void *bytes, size_t length) {
    if (fails_at(fd))
        return -1;
    return REAL(write)(fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (fails_at(fd))
        return -1;
    return REAL(writev)(fd, parts, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
    if (!fails_at(fd))
        return REAL(pwrite64)(fd, bytes, length, at);
    int error = errno;
    if (length > 1)
        REAL(pwrite64)(fd, bytes, length / 2, at);
    errno = error;
    return -1;
}

int fsync(int fd) { return fails_at(fd) ? -1 : REAL(fsync)(fd); }

int fdatasync(int fd) { return fails_at(fd) ? -1 : REAL(fdatasync)(fd); }

int ftruncate64(int fd, off64_t length) { return fails_at(fd) ? -1 : REAL(ftruncate64)(fd, length); }

int rename(const char *from, const char *to) { return fails(to) ? -1 : REAL(rename)(from, to); }

/* A full disk doesn't keep files from being removed. */
int unlink(const char *path) { return fails(path) && errno != ENOSPC ? -1 : REAL(unlink)(path); }

/* Only what may make a file takes room. */
#define OPEN(name)                                              \
    int name(const char *path, int flags, ...) {                \
        va_list rest;                                           \
        va_start(rest, flags);                                  \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                           \
        if ((flags & O_CREAT) && fails(path))                   \
            return -1;                                          \
        return REAL(name)(path, flags, mode);                   \
    }
OPEN(open)
OPEN(open64)
