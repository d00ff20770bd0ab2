// What the sources call of Darwin's C library, as its headers declare it for 64-bit ARM. Above each group the header of the
// SDK, whose text is also published at https://github.com/apple-oss-distributions (xnu, Libc, libpthread, Libinfo).
// Pointers without an annotation are as they are there: Swift imports them as implicitly unwrapped.

#define SINCE(mac, phone) __attribute__((availability(macos, introduced = mac), availability(ios, introduced = phone)))

// <sys/_types.h>, <sys/types.h>, <stdint.h>, <sys/socket.h>, <poll.h>, <string.h>
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long ssize_t;
typedef unsigned long size_t;
typedef size_t rsize_t;
typedef int errno_t;
typedef long time_t;
typedef int suseconds_t;
typedef long long off_t;
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef unsigned int uid_t;
typedef int pid_t;
typedef unsigned int gid_t;
typedef long long blkcnt_t;
typedef int blksize_t;
typedef unsigned int socklen_t;
typedef unsigned char sa_family_t;
typedef unsigned short in_port_t;
typedef unsigned int in_addr_t;
typedef unsigned int nfds_t;

// <sys/errno.h>: errno(2)
int *__error(void);
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define ENOTTY 25
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENOTCONN 57
#define ETIMEDOUT 60
#define ECONNREFUSED 61
#define ENAMETOOLONG 63
#define EHOSTUNREACH 65
#define EDQUOT 69
#define EOPNOTSUPP 102

// <string.h>: strerror(3)
int strerror_r(int number, char *buffer, size_t size);

// <time.h>, <sys/_types/_timespec.h>, <sys/_types/_timeval.h>: clock_gettime(3), nanosleep(2). The names
// without an underscore are macros for the ones with it, which Swift's overlay makes up for.
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
typedef enum {
    _CLOCK_REALTIME SINCE(10.12, 10.0) = 0,
    _CLOCK_MONOTONIC_RAW SINCE(10.12, 10.0) = 4,
    _CLOCK_UPTIME_RAW SINCE(10.12, 10.0) = 8,
} clockid_t;
SINCE(10.12, 10.0) int clock_gettime(clockid_t clock, struct timespec *time);
int nanosleep(const struct timespec *requested, struct timespec *remaining);

// <sys/sysctl.h>: sysctlbyname(3)
int sysctlbyname(const char *name, void *old, size_t *old_size, void *new_value, size_t new_size);

// <mach/mach_time.h>, <mach/kern_return.h>
typedef int kern_return_t;
#define KERN_SUCCESS 0
struct mach_timebase_info { uint32_t numer; uint32_t denom; };
typedef struct mach_timebase_info *mach_timebase_info_t;
typedef struct mach_timebase_info mach_timebase_info_data_t;
kern_return_t mach_timebase_info(mach_timebase_info_t info);

// <fcntl.h>: open(2), fcntl(2); both are variadic, which Swift's overlay makes up for
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_GETPROTECTIONCLASS 63
#define FD_CLOEXEC 1
// <sys/fcntl.h>: flock(2)
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int flock(int descriptor, int operation);

// <sys/stat.h>: stat(2), mkdir(2)
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags, st_gen;
    int st_lspare;
    long long st_qspare[2];
};
int stat(const char *path, struct stat *status);
int fstat(int descriptor, struct stat *status);
int lstat(const char *path, struct stat *status);
int mkdir(const char *path, mode_t mode);
int fchmod(int descriptor, mode_t mode);

// <unistd.h>, <stdio.h>: close(2), pread(2), pwrite(2), write(2), fsync(2), pipe(2), link(2), unlink(2), rename(2)
int close(int descriptor);
ssize_t pread(int descriptor, void *buffer, size_t size, off_t offset);
ssize_t pwrite(int descriptor, const void *buffer, size_t size, off_t offset);
ssize_t write(int descriptor, const void *buffer, size_t size);
int fsync(int descriptor);
int pipe(int descriptors[2]);
int link(const char *old_path, const char *new_path);
int unlink(const char *path);
int rename(const char *old_path, const char *new_path);

// <sys/poll.h>: poll(2)
struct pollfd { int fd; short events; short revents; };
#define POLLIN 0x0001
#define POLLOUT 0x0004
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds);

// <sys/socket.h>: socket(2), connect(2), send(2), recv(2), bind(2), getsockname(2)
#define AF_INET 2
#define AF_INET6 30
#define SOCK_DGRAM 2
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage {
    uint8_t ss_len;
    sa_family_t ss_family;
    char __ss_pad1[6];
    long long __ss_align;
    char __ss_pad2[112];
};
int socket(int family, int type, int protocol);
int connect(int descriptor, const struct sockaddr *address, socklen_t length);
int bind(int descriptor, const struct sockaddr *address, socklen_t length);
int getsockname(int descriptor, struct sockaddr *address, socklen_t *length);
ssize_t send(int descriptor, const void *bytes, size_t size, int flags);
ssize_t sendto(
    int descriptor, const void *bytes, size_t size, int flags, const struct sockaddr *address, socklen_t length);
ssize_t recv(int descriptor, void *bytes, size_t size, int flags);
ssize_t recvfrom(int descriptor, void *bytes, size_t size, int flags, struct sockaddr *address, socklen_t *length);

// <netinet/in.h>, <netinet6/in6.h>: inet(4), inet6(4)
#define IPPROTO_UDP 17
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in {
    uint8_t sin_len;
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    char sin_zero[8];
};
struct in6_addr {
    union {
        uint8_t __u6_addr8[16];
        uint16_t __u6_addr16[8];
        uint32_t __u6_addr32[4];
    } __u6_addr;
};
struct sockaddr_in6 {
    uint8_t sin6_len;
    sa_family_t sin6_family;
    in_port_t sin6_port;
    uint32_t sin6_flowinfo;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};
extern const struct in6_addr in6addr_loopback;

// <netdb.h>: getaddrinfo(3), getnameinfo(3), gai_strerror(3)
struct addrinfo {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    socklen_t ai_addrlen;
    char *ai_canonname;
    struct sockaddr *ai_addr;
    struct addrinfo *ai_next;
};
#define AI_NUMERICSERV 0x00001000
#define NI_NUMERICHOST 0x00000002
#define NI_MAXHOST 1025
#define EAI_SYSTEM 11
int getaddrinfo(
    const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result);
void freeaddrinfo(struct addrinfo *list);
const char *gai_strerror(int code);
int getnameinfo(
    const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size, char *service,
    socklen_t service_size, int flags);

// <pthread.h>: pthread_create(3), pthread_detach(3), pthread_self(3). The header has two forms, told apart by what Swift's importer defines;
// in the one the thread's argument can be null, in the other it cannot. The check compiles against both.
struct _opaque_pthread_t { long __sig; void *__cleanup_stack; char __opaque[8176]; };
struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; };
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
SINCE(10.4, 2.0) int pthread_detach(pthread_t thread);
SINCE(10.4, 2.0) pthread_t pthread_self(void);
#pragma clang assume_nonnull end

// <math.h>: log10(3)
double log10(double x);

// <stdio.h>: stdio(3); what is in a file is nobody's business.
typedef struct __sFILE { int _file; } FILE;
FILE *fopen(const char *__restrict path, const char *__restrict mode);
int fclose(FILE *stream);
int fflush(FILE *stream);
int ferror(FILE *stream);
int fputs(const char *__restrict text, FILE *__restrict stream);
int fileno(FILE *stream);
#define EOF (-1)
int getc(FILE *stream);

// <stdlib.h>: exit(3), free(3), getenv(3), realpath(3)
void exit(int status) __attribute__((noreturn));
void free(void *pointer);
char *realpath(const char *path, char *resolved);
char *getenv(const char *name);

// <string.h>: strerror(3)
char *strerror(int number);
char *strdup(const char *text);
// Where <sys/cdefs.h> has defined __STDC_WANT_LIB_EXT1__, as it does unless a program asks for less.
SINCE(10.9, 7.0) errno_t memset_s(void *buffer, rsize_t size, int value, rsize_t count);

// <sys/unistd.h>: access(2), geteuid(2), isatty(3)
uid_t geteuid(void);
#define R_OK 4
#define X_OK 1
int access(const char *path, int mode);
int isatty(int descriptor);

// <sys/signal.h>: signal(3), which Darwin.swift declares
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
// <signal.h>: kill(2), sigsetops(3)
typedef unsigned int sigset_t;
int kill(pid_t process, int signal);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);

// <sys/wait.h>, <unistd.h>: waitpid(2), getpid(2), usleep(3)
#define WNOHANG 1
pid_t waitpid(pid_t process, int *status, int options);
pid_t getpid(void);
int usleep(unsigned int microseconds);

// <spawn.h>: posix_spawn(2), posix_spawn_file_actions_init(3), posix_spawnattr_init(3)
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
int posix_spawn(
    pid_t *__restrict process, const char *__restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *__restrict attributes, char *const arguments[__restrict], char *const variables[__restrict]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int other);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setsigdefault(
    posix_spawnattr_t *__restrict attributes, const sigset_t *__restrict set);
int posix_spawnattr_setsigmask(posix_spawnattr_t *__restrict attributes, const sigset_t *__restrict set);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
