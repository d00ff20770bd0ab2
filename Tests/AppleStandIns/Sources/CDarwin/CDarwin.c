#include "CDarwin.h"
#include <stdarg.h>
#include <sys/file.h>

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

int linux_flock(int descriptor, int operation) { return flock(descriptor, operation); }
