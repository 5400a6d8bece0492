/* A disk with a memory: preloaded into a program, it writes down what the program does to the files below one
 * folder, in order, and passes everything on. Who reads that can say what a disk would hold at any moment if it
 * forgot whatever was not yet synced. It can also play a disk that is full, or one that can only be read.
 *
 *   PLUG_DISK    the folder; its real path, without a slash at the end
 *   PLUG_LOG     the file to write it down in, outside of the folder; without it nothing is written down
 *   PLUG_SHOWN   a file descriptor: what is written to it was seen by people, and belongs into the same order
 *   PLUG_FROZEN  if set, nothing below the folder can be changed (EROFS)
 *
 * For ctypes: `plug_room`, so many bytes can still be written below the folder (ENOSPC), -1 is no limit; and
 * `plug_frozen`, the same as PLUG_FROZEN for a disk that changes its mind.
 *
 * The log is a row of records: a header of five numbers (kind, file descriptor, offset, length of the name, length
 * of the data), the name, the data. Intentions are written down before they are carried out and promises (a sync)
 * after they were kept, so the order in the log is never better than the truth. One lock holds order and log
 * together. SQLite maps its -shm file into memory; that is rebuilt after a crash, so it need not be seen here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 4096
#define REAL(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)
#define BOTH(answer, name, wide, parameters, body) \
    answer name parameters body                    \
    answer wide parameters body /* the same under the name that 64-bit offsets go by */

long long plug_room = -1;
int plug_frozen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *disk;
static int paper = -1, shown = -1;
static char ours[MOST]; /* which file descriptors lie below the folder */

static void note(char kind, int fd, off_t at, const char *name, const void *data, size_t length)
{
    int64_t head[5] = {kind, fd, at, name ? (int64_t)strlen(name) : 0, (int64_t)length};
    struct iovec parts[3] = {{head, sizeof head}, {(void *)name, head[3]}, {(void *)data, length}};
    if (paper >= 0 && writev(paper, parts, 3) != (ssize_t)(sizeof head + head[3] + length))
        abort(); /* a log with a hole proves nothing */
}

__attribute__((constructor)) static void begin(void)
{
    const char *log = getenv("PLUG_LOG"), *seen = getenv("PLUG_SHOWN");
    if (log)
        paper = REAL(open, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (seen)
        shown = atoi(seen);
    plug_frozen = getenv("PLUG_FROZEN") != NULL;
    disk = getenv("PLUG_DISK");
    note('B', 0, 0, NULL, NULL, 0); /* a new process: all earlier file descriptors are closed */
}

static int below(const char *path)
{
    size_t length = disk ? strlen(disk) : 0;
    return length && !strncmp(path, disk, length) && (path[length] == '/' || !path[length]);
}

static int mine(int fd) { return fd >= 0 && fd < MOST && ours[fd]; }

static int opened(const char *path, int flags, mode_t mode)
{
    int writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC), is_new;
    if (!below(path))
        return REAL(open, path, flags, mode);
    if (plug_frozen && writes) {
        errno = EROFS;
        return -1;
    }
    pthread_mutex_lock(&lock);
    is_new = access(path, F_OK) != 0;
    int fd = REAL(open, path, flags, mode);
    if (fd >= MOST)
        abort();
    if (fd >= 0) {
        ours[fd] = 1;
        note(is_new ? 'C' : 'O', fd, 0, path, NULL, 0);
        if (flags & O_TRUNC)
            note('T', fd, 0, NULL, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

BOTH(int, open, open64, (const char *path, int flags, ...), {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, flags, mode);
})
BOTH(int, creat, creat64, (const char *path, mode_t mode), { return opened(path, O_CREAT | O_WRONLY | O_TRUNC, mode); })

int close(int fd)
{
    if (mine(fd))
        ours[fd] = 0;
    return REAL(close, fd);
}

/* Write as far as there is room. */
static ssize_t put(int fd, const void *data, size_t length, off_t at)
{
    if (plug_frozen || (!plug_room && length)) {
        errno = plug_frozen ? EROFS : ENOSPC;
        return -1;
    }
    if (plug_room >= 0 && (size_t)plug_room < length)
        length = plug_room;
    pthread_mutex_lock(&lock);
    note('W', fd, at, NULL, data, length);
    ssize_t done = REAL(pwrite, fd, data, length, at);
    if (plug_room >= 0 && done > 0)
        plug_room -= done;
    pthread_mutex_unlock(&lock);
    return done;
}

BOTH(ssize_t, pwrite, pwrite64, (int fd, const void *data, size_t length, off_t at),
     { return mine(fd) ? put(fd, data, length, at) : REAL(pwrite, fd, data, length, at); })

ssize_t write(int fd, const void *data, size_t length)
{
    if (mine(fd)) {
        int appends = fcntl(fd, F_GETFL) & O_APPEND;
        ssize_t done = put(fd, data, length, lseek(fd, 0, appends ? SEEK_END : SEEK_CUR));
        if (done > 0)
            lseek(fd, appends ? 0 : done, appends ? SEEK_END : SEEK_CUR);
        return done;
    }
    if (fd == shown && fd >= 0) {
        pthread_mutex_lock(&lock);
        note('S', fd, 0, NULL, data, length);
        pthread_mutex_unlock(&lock);
    }
    return REAL(write, fd, data, length);
}

/* Carry out the rest, and write down what came of it. */
#define PASS(before, kind, fd, at, name, data, length, call) \
    {                                                        \
        int counts = (before), answer;                       \
        if (counts && plug_frozen && kind != 'F') {          \
            errno = EROFS;                                   \
            return -1;                                       \
        }                                                    \
        pthread_mutex_lock(&lock);                           \
        answer = call;                                       \
        if (counts && !answer)                               \
            note(kind, fd, at, name, data, length);          \
        pthread_mutex_unlock(&lock);                         \
        return answer;                                       \
    }

BOTH(int, ftruncate, ftruncate64, (int fd, off_t size),
     PASS(mine(fd), 'T', fd, size, NULL, NULL, 0, REAL(ftruncate, fd, size)))
int fsync(int fd) PASS(mine(fd), 'F', fd, 0, NULL, NULL, 0, REAL(fsync, fd))
int fdatasync(int fd) PASS(mine(fd), 'F', fd, 0, NULL, NULL, 0, REAL(fdatasync, fd))
int unlink(const char *path) PASS(below(path), 'U', 0, 0, path, NULL, 0, REAL(unlink, path))
int mkdir(const char *path, mode_t mode) PASS(below(path), 'M', 0, 0, path, NULL, 0, REAL(mkdir, path, mode))
int rename(const char *from, const char *to)
    PASS(below(from) || below(to), 'R', 0, 0, from, to, strlen(to), REAL(rename, from, to))
