// Declarations that Swift's module of the C library lacks. Header only: nothing is compiled or linked for it.
#ifndef C_SIDEREAL_SYSTEM_H
#define C_SIDEREAL_SYSTEM_H

#include "CSiderealCurl.h"

#if defined(__linux__)
#include <sys/vfs.h>
#endif

// Apps that use C++ read this as C++.
#ifdef __cplusplus
extern "C" {
#endif

/// The word at an address that other processes write to.
static inline unsigned long long sidereal_word_at(__UINTPTR_TYPE__ address) {
    return __atomic_load_n((const unsigned long long *)address, __ATOMIC_ACQUIRE);
}

#if defined(__APPLE__)
extern int open_dprotected_np(const char *path, int flags, int protection_class, int dpflags, ...);

/// Opens a file that, where it is created, is of a data protection class from its first byte on (<sys/fcntl.h>); variadic, so
/// Swift cannot call it.
static inline int sidereal_open_protected(const char *path, int flags, int protection_class, int mode) {
    return open_dprotected_np(path, flags, protection_class, 0, mode);
}
#endif

#if defined(__linux__)
/// The `f_type` of the file system that holds an open file (statfs(2)), or -1 with errno set.
static inline long long sidereal_filesystem_type(int descriptor) {
    struct statfs information;
    if (fstatfs(descriptor, &information) != 0) { return -1; }
    return (long long)(unsigned int)information.f_type;
}

// Under names and with types of their own: <sys/timerfd.h> would bring <time.h>, and Swift then counts timespec among this
// module's declarations.
extern int sidereal_timerfd_create(int clock, int flags) __asm__("timerfd_create");
extern int sidereal_timerfd_settime(int descriptor, int flags, const void *time, void *old) __asm__("timerfd_settime");

/// A timer that never expires, and whose descriptor becomes readable when somebody sets CLOCK_REALTIME (timerfd_create(2));
/// -1 with errno set.
static inline int sidereal_clock_set_timer(void) {
    // CLOCK_REALTIME; TFD_CLOEXEC | TFD_NONBLOCK.
    return sidereal_timerfd_create(0, 02000000 | 04000);
}

/// Arms it, at first and after each time that it told; -1 with errno set.
static inline int sidereal_clock_set_timer_arm(int descriptor) {
    // As struct itimerspec: no interval, and an instant as far away as a time of 32 bits goes, were it one.
    const struct { long interval[2]; long value[2]; } never = {{0, 0}, {sizeof(long) > 4 ? (long)0xffffffffff : 0x7fffffff, 0}};
    // TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET.
    return sidereal_timerfd_settime(descriptor, 1 | 2, &never, (void *)0);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
