// What the sources call of Darwin's C library, as its headers declare it for 64-bit ARM. Above each group the header of the
// SDK, whose text is also published at https://github.com/apple-oss-distributions (xnu, Libc, libpthread, Libinfo).
// Pointers without an annotation are as they are there: Swift imports them as implicitly unwrapped.

#define SINCE(mac, phone) __attribute__((availability(macos, introduced = mac), availability(ios, introduced = phone)))

// <sys/_types.h>, <sys/types.h>, <stdint.h>, <sys/socket.h>, <poll.h>, <string.h>
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/types.h
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef int int32_t;
typedef long long int64_t;
typedef long ssize_t;
typedef unsigned long size_t;
/// https://github.com/apple-oss-distributions/Libc/blob/main/string/NetBSD/memset_s.3
typedef size_t rsize_t;
typedef int errno_t;
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/types.h
typedef long time_t;
typedef int suseconds_t;
typedef long long off_t;
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef unsigned int uid_t;
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getpid.2.html
typedef int pid_t;
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/types.h
typedef unsigned int gid_t;
typedef long long blkcnt_t;
typedef int blksize_t;
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/socket.h
typedef unsigned int socklen_t;
typedef unsigned char sa_family_t;
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/netinet/in.h
typedef unsigned short in_port_t;
typedef unsigned int in_addr_t;
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/poll.2.html
typedef unsigned int nfds_t;

#define NUMBER(name, value) static const int name = value
#define C(name) name
#define NAMED(name)
#include "DarwinNumbers.h"

// <sys/errno.h>: errno(2)
int *__error(void);

// <string.h>: strerror(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strerror.3.html
int strerror_r(int number, char *buffer, size_t size);

// <time.h>, <sys/_types/_timespec.h>, <sys/_types/_timeval.h>: clock_gettime(3), nanosleep(2). The names
// without an underscore are macros for the ones with it, which Swift's overlay makes up for.
/// https://github.com/apple-oss-distributions/Libc/blob/main/gen/clock_gettime.3
typedef enum {
    _CLOCK_REALTIME SINCE(10.12, 10.0) = 0,
    _CLOCK_MONOTONIC_RAW SINCE(10.12, 10.0) = 4,
    _CLOCK_UPTIME_RAW SINCE(10.12, 10.0) = 8,
} clockid_t;
SINCE(10.12, 10.0) int clock_gettime(clockid_t clock, struct timespec *time);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/nanosleep.2.html
int nanosleep(const struct timespec *requested, struct timespec *remaining);

// <sys/sysctl.h>: sysctlbyname(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sysctl.3.html
int sysctlbyname(const char *name, void *old, size_t *old_size, void *new_value, size_t new_size);

// <mach/mach_time.h>, <mach/kern_return.h>
/// https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/mach/mach_time.h
typedef int kern_return_t;
struct mach_timebase_info { uint32_t numer; uint32_t denom; };
typedef struct mach_timebase_info *mach_timebase_info_t;
typedef struct mach_timebase_info mach_timebase_info_data_t;
kern_return_t mach_timebase_info(mach_timebase_info_t info);

// <fcntl.h>: open(2), fcntl(2); both are variadic, which Swift's overlay makes up for
// <sys/fcntl.h>: flock(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/flock.2.html
int flock(int descriptor, int operation);

// <sys/stat.h>: stat(2), mkdir(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
int stat(const char *path, struct stat *status);
int fstat(int descriptor, struct stat *status);
int lstat(const char *path, struct stat *status);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/mkdir.2.html
int mkdir(const char *path, mode_t mode);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fchmod.2.html
int fchmod(int descriptor, mode_t mode);

// <unistd.h>, <stdio.h>: close(2), pread(2), pwrite(2), write(2), fsync(2), pipe(2), link(2), unlink(2), rename(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/close.2.html
int close(int descriptor);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/read.2.html
ssize_t pread(int descriptor, void *buffer, size_t size, off_t offset);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/write.2.html
ssize_t pwrite(int descriptor, const void *buffer, size_t size, off_t offset);
ssize_t write(int descriptor, const void *buffer, size_t size);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html
int fsync(int descriptor);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/pipe.2.html
int pipe(int descriptors[2]);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/link.2.html
int link(const char *old_path, const char *new_path);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/unlink.2.html
int unlink(const char *path);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/rename.2.html
int rename(const char *old_path, const char *new_path);

// <sys/poll.h>: poll(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/poll.2.html
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds);

// <sys/socket.h>: socket(2), connect(2), send(2), recv(2), bind(2), getsockname(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/socket.2.html
int socket(int family, int type, int protocol);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/connect.2.html
int connect(int descriptor, const struct sockaddr *address, socklen_t length);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/bind.2.html
int bind(int descriptor, const struct sockaddr *address, socklen_t length);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getsockname.2.html
int getsockname(int descriptor, struct sockaddr *address, socklen_t *length);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/send.2.html
ssize_t send(int descriptor, const void *bytes, size_t size, int flags);
ssize_t sendto(
    int descriptor, const void *bytes, size_t size, int flags, const struct sockaddr *address, socklen_t length);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/recv.2.html
ssize_t recv(int descriptor, void *bytes, size_t size, int flags);
ssize_t recvfrom(int descriptor, void *bytes, size_t size, int flags, struct sockaddr *address, socklen_t *length);

// <netinet/in.h>, <netinet6/in6.h>: inet(4), inet6(4)
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/netinet6/in6.h
extern const struct in6_addr in6addr_loopback;

// <netdb.h>: getaddrinfo(3), getnameinfo(3), gai_strerror(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getaddrinfo.3.html
int getaddrinfo(
    const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result);
void freeaddrinfo(struct addrinfo *list);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/gai_strerror.3.html
const char *gai_strerror(int code);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getnameinfo.3.html
int getnameinfo(
    const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size, char *service,
    socklen_t service_size, int flags);

// <pthread.h>: pthread_create(3), pthread_detach(3), pthread_self(3). The header has two forms, told apart by what Swift's importer defines;
// in the one the thread's argument can be null, in the other it cannot. The check compiles against both.
struct _opaque_pthread_t { long __sig; void *__cleanup_stack; char __opaque[8176]; };
struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; };
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_create.3.html
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;
#pragma clang assume_nonnull begin
#if THREAD_ARGUMENT_CAN_BE_NULL
SINCE(10.4, 2.0)
int pthread_create(
    pthread_t _Nullable *_Nonnull __restrict thread, const pthread_attr_t *_Nullable __restrict attributes,
    void *_Nullable (*_Nonnull start)(void *_Nullable), void *_Nullable __restrict argument);
#else
SINCE(10.4, 2.0)
int pthread_create(
    pthread_t _Nullable *_Nonnull __restrict thread, const pthread_attr_t *_Nullable __restrict attributes,
    void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable __restrict argument);
#endif
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_detach.3.html
SINCE(10.4, 2.0) int pthread_detach(pthread_t thread);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_self.3.html
SINCE(10.4, 2.0) pthread_t pthread_self(void);
#pragma clang assume_nonnull end

// <math.h>: log10(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/log10.3.html
double log10(double x);

// <stdio.h>: stdio(3); what is in a file is nobody's business.
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/stdio.3.html
typedef struct __sFILE { int _file; } FILE;
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fopen.3.html
FILE *fopen(const char *__restrict path, const char *__restrict mode);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fclose.3.html
int fclose(FILE *stream);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fflush.3.html
int fflush(FILE *stream);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/ferror.3.html
int ferror(FILE *stream);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fputs.3.html
int fputs(const char *__restrict text, FILE *__restrict stream);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fileno.3.html
int fileno(FILE *stream);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getc.3.html
#define EOF (-1)
int getc(FILE *stream);

// <stdlib.h>: exit(3), free(3), getenv(3), realpath(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/exit.3.html
void exit(int status) __attribute__((noreturn));
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/malloc.3.html
void free(void *pointer);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/realpath.3.html
char *realpath(const char *path, char *resolved);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getenv.3.html
char *getenv(const char *name);

// <string.h>: strerror(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strerror.3.html
char *strerror(int number);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strdup.3.html
char *strdup(const char *text);
// Where <sys/cdefs.h> has defined __STDC_WANT_LIB_EXT1__, as it does unless a program asks for less.
/// https://github.com/apple-oss-distributions/Libc/blob/main/string/NetBSD/memset_s.3
SINCE(10.9, 7.0) errno_t memset_s(void *buffer, rsize_t size, int value, rsize_t count);

// <sys/unistd.h>: _exit(2), access(2), geteuid(2), isatty(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/_exit.2.html
void _exit(int status) __attribute__((noreturn));
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/geteuid.2.html
uid_t geteuid(void);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/access.2.html
int access(const char *path, int mode);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/isatty.3.html
int isatty(int descriptor);

// <sys/signal.h>: signal(3), which Darwin.swift declares
// <signal.h>: kill(2), sigsetops(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sigsetops.3.html
typedef unsigned int sigset_t;
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/kill.2.html
int kill(pid_t process, int signal);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sigsetops.3.html
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);

// <sys/wait.h>, <unistd.h>: waitpid(2), getpid(2), usleep(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/waitpid.2.html
pid_t waitpid(pid_t process, int *status, int options);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getpid.2.html
pid_t getpid(void);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/usleep.3.html
int usleep(unsigned int microseconds);

// <spawn.h>: posix_spawn(2), posix_spawn_file_actions_init(3), posix_spawnattr_init(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/posix_spawn.2.html
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
int posix_spawn(
    pid_t *__restrict process, const char *__restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *__restrict attributes, char *const arguments[__restrict], char *const variables[__restrict]);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawn_file_actions_init.3.html
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawn_file_actions_adddup2.3.html
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int other);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_init.3.html
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setsigdefault.3.html
int posix_spawnattr_setsigdefault(
    posix_spawnattr_t *__restrict attributes, const sigset_t *__restrict set);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setsigmask.3.html
int posix_spawnattr_setsigmask(posix_spawnattr_t *__restrict attributes, const sigset_t *__restrict set);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setpgroup.3.html
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setflags.3.html
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
