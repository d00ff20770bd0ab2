#define _GNU_SOURCE
#include "CDarwin.h"
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

int *darwin_error(void) {
    static _Thread_local int number;
    return &number;
}

// Darwin/Files.swift has it.
extern int darwin_open_protected(const char *path, int flags, int protection_class, int mode);

/// <sys/fcntl.h>: Swift cannot define a function with variable arguments.
int open_dprotected_np(const char *path, int flags, int protection_class, int dpflags, ...) {
    va_list arguments;
    va_start(arguments, dpflags);
    int mode = va_arg(arguments, int);
    va_end(arguments);
    return darwin_open_protected(path, flags, protection_class, mode);
}

int linux_status(int descriptor, const char *path, struct darwin_stat *status) {
    struct statx all;
    int flags = path ? AT_SYMLINK_NOFOLLOW : AT_EMPTY_PATH;
    if (statx(path ? AT_FDCWD : descriptor, path ? path : "", flags, STATX_BASIC_STATS | STATX_BTIME, &all) != 0) {
        return -1;
    }
    status->st_dev = (int32_t)makedev(all.stx_dev_major, all.stx_dev_minor);
    status->st_ino = all.stx_ino;
    status->st_size = (int64_t)all.stx_size;
    status->st_birthtimespec = (struct darwin_timespec){all.stx_btime.tv_sec, all.stx_btime.tv_nsec};
    return 0;
}

int linux_flock(int descriptor, int operation) { return flock(descriptor, operation); }
