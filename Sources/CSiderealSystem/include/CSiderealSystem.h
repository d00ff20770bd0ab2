// Declarations that Swift's module of the C library lacks. Header only: nothing is compiled or linked for it.
#ifndef C_SIDEREAL_SYSTEM_H
#define C_SIDEREAL_SYSTEM_H

#if defined(__linux__)
#include <sys/vfs.h>
#endif

// Apps that use C++ read this as C++.
#ifdef __cplusplus
extern "C" {
#endif

// Atomic words: Swift's own need iOS 18.

/// With all that was written before it was stored.
static inline unsigned long long sidereal_load_acquire(const unsigned long long *word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline unsigned long long sidereal_load_relaxed(const unsigned long long *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void sidereal_store_relaxed(unsigned long long *word, unsigned long long value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/// After all that was written before.
static inline void sidereal_store_release(unsigned long long *word, unsigned long long value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Stores a value where the word is still the expected one; whether it was.
static inline int sidereal_replace(unsigned long long *word, unsigned long long expected, unsigned long long value) {
    return __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/// What is loaded before is not loaded after, nor what is loaded after before.
static inline void sidereal_fence_acquire(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }

/// What is stored after is not seen before what was stored before.
static inline void sidereal_fence_release(void) { __atomic_thread_fence(__ATOMIC_RELEASE); }

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

/// What tells a file from another one, and its size.
struct sidereal_file_status {
    unsigned long long device, inode;
    long long size;
    /// Nanoseconds of the clock when the file was made; zero where the file system does not know.
    long long born;
};

/// As in struct statx of <linux/stat.h>, which is the kernel's and never changes; C libraries declare it only on request.
struct sidereal_statx {
    unsigned int mask, block_size;
    unsigned long long attributes;
    unsigned int links, user, group;
    unsigned short mode, unused;
    unsigned long long inode, size, blocks, known_attributes;
    struct { long long seconds; unsigned int nanoseconds; int unused; } accessed, born, changed, modified;
    unsigned int special_major, special_minor, device_major, device_minor;
    unsigned long long rest[14];
};
extern int sidereal_statx(int directory, const char *path, int flags, unsigned int mask, struct sidereal_statx *status)
    __asm__("statx");

/// Of what a path itself names, or where it is null of an open file; -1 with errno set.
static inline int sidereal_file_status_of(int descriptor, const char *path, struct sidereal_file_status *status) {
    struct sidereal_statx all;
    // AT_FDCWD; AT_EMPTY_PATH or AT_SYMLINK_NOFOLLOW; STATX_INO, STATX_SIZE and STATX_BTIME.
    if (sidereal_statx(path ? -100 : descriptor, path ? path : "", path ? 0x100 : 0x1000, 0xb00, &all) != 0) { return -1; }
    status->device = (unsigned long long)all.device_major << 32 | all.device_minor;
    status->inode = all.inode;
    status->size = (long long)all.size;
    status->born = all.mask & 0x800 ? all.born.seconds * 1000000000LL + all.born.nanoseconds : 0;
    return 0;
}

/// A clock as the kernel itself tells it (clock_gettime(2)), past the C library and every library that is preloaded in front of
/// it; -1 for an error, and on processors for which the call is not written here.
static inline int sidereal_kernel_clock(int clock, long long *nanoseconds) {
    long time[2] = {0, 0}, result = -1;
#if defined(__x86_64__) && defined(__LP64__)
    __asm__ volatile("syscall" : "=a"(result) : "a"(228L), "D"((long)clock), "S"(time) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long number __asm__("x8") = 113;
    register long first __asm__("x0") = clock;
    register long *second __asm__("x1") = time;
    __asm__ volatile("svc #0" : "+r"(first) : "r"(number), "r"(second) : "memory");
    result = first;
#endif
    if (result != 0) { return -1; }
    *nanoseconds = (long long)time[0] * 1000000000 + time[1];
    return 0;
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
