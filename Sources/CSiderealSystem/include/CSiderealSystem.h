// Declarations that Swift's module of the C library lacks. Header only: nothing is compiled or linked for it.
#ifndef C_SIDEREAL_SYSTEM_H
#define C_SIDEREAL_SYSTEM_H

#if defined(__linux__)
#include <sys/vfs.h>

/// The `f_type` of the file system that holds an open file (statfs(2)), or -1 with errno set.
static inline long long sidereal_filesystem_type(int descriptor) {
    struct statfs information;
    if (fstatfs(descriptor, &information) != 0) { return -1; }
    return (long long)(unsigned int)information.f_type;
}
#endif

#endif
