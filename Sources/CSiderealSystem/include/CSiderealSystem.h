// Declarations that Swift's module of the C library lacks. Header only: nothing is compiled or linked for it.
#ifndef C_SIDEREAL_SYSTEM_H
#define C_SIDEREAL_SYSTEM_H

#if defined(__linux__)
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <time.h>

/// The `f_type` of the file system that holds an open file (statfs(2)), or -1 with errno set.
static inline long long sidereal_filesystem_type(int descriptor) {
    struct statfs information;
    if (fstatfs(descriptor, &information) != 0) { return -1; }
    return (long long)(unsigned int)information.f_type;
}

/// A timer that never expires, and whose descriptor becomes readable when somebody sets CLOCK_REALTIME (timerfd_create(2));
/// -1 with errno set.
static inline int sidereal_clock_set_timer(void) {
    return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

/// Arms it, at first and after each time that it told; -1 with errno set.
static inline int sidereal_clock_set_timer_arm(int descriptor) {
    struct itimerspec never = {{0, 0}, {0, 0}};
    // As far away as a time of 32 bits goes, were it one.
    never.it_value.tv_sec = 0x7fffffff;
    if (sizeof(time_t) > 4) { never.it_value.tv_sec = (time_t)0xffffffffff; }
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, (void *)0);
}
#endif

#endif
