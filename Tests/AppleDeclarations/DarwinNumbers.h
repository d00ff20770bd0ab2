// Numbers and layouts of Darwin's C library for 64-bit ARM, as far as the sources use them. Darwin.h includes them for
// Apple's systems, and the stand-in on Linux under other names: Linux has types of the same names and other layouts.
//
// Each of the two defines NUMBER, C, the name of a structure, and NAMED, its name in Swift.


// <sys/errno.h>: errno(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
NUMBER(EPERM, 1);
NUMBER(ENOENT, 2);
NUMBER(ESRCH, 3);
NUMBER(EINTR, 4);
NUMBER(EIO, 5);
NUMBER(EBADF, 9);
NUMBER(EACCES, 13);
NUMBER(EEXIST, 17);
NUMBER(ENOTDIR, 20);
NUMBER(EISDIR, 21);
NUMBER(EINVAL, 22);
NUMBER(EMFILE, 24);
NUMBER(ENOTTY, 25);
NUMBER(ENOSPC, 28);
NUMBER(EROFS, 30);
NUMBER(EPIPE, 32);
NUMBER(EAGAIN, 35);
NUMBER(EWOULDBLOCK, 35);
NUMBER(ENOTSUP, 45);
NUMBER(ECONNABORTED, 53);
NUMBER(ECONNRESET, 54);
NUMBER(ENOTCONN, 57);
NUMBER(ETIMEDOUT, 60);
NUMBER(ECONNREFUSED, 61);
NUMBER(ENAMETOOLONG, 63);
NUMBER(EHOSTUNREACH, 65);
NUMBER(EDQUOT, 69);
NUMBER(EOPNOTSUPP, 102);

// <time.h>, <sys/_types/_timespec.h>, <sys/_types/_timeval.h>: clock_gettime(3), nanosleep(2)
/// https://github.com/apple-oss-distributions/Libc/blob/main/gen/clock_gettime.3
struct C(timespec) { long tv_sec; long tv_nsec; } NAMED(timespec);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/gettimeofday.2.html
struct C(timeval) { long tv_sec; int tv_usec; } NAMED(timeval);

// <mach/mach_time.h>, <mach/kern_return.h>
/// https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/mach/mach_time.h
NUMBER(KERN_SUCCESS, 0);

// <fcntl.h>: open(2), fcntl(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
NUMBER(O_RDONLY, 0x0000);
NUMBER(O_WRONLY, 0x0001);
NUMBER(O_RDWR, 0x0002);
NUMBER(O_NONBLOCK, 0x00000004);
NUMBER(O_NOFOLLOW, 0x00000100);
NUMBER(O_CREAT, 0x00000200);
NUMBER(O_EXCL, 0x00000800);
NUMBER(O_DIRECTORY, 0x00100000);
NUMBER(O_CLOEXEC, 0x01000000);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
NUMBER(F_GETFD, 1);
NUMBER(F_SETFD, 2);
NUMBER(F_SETFL, 4);
NUMBER(F_FULLFSYNC, 51);
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/fcntl.h
NUMBER(F_GETPROTECTIONCLASS, 63);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
NUMBER(FD_CLOEXEC, 1);

// <sys/fcntl.h>: flock(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/flock.2.html
NUMBER(LOCK_EX, 0x02);
NUMBER(LOCK_NB, 0x04);
NUMBER(LOCK_UN, 0x08);

// <sys/stat.h>: stat(2), mkdir(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
struct C(stat) {
    int32_t st_dev;
    uint16_t st_mode;
    uint16_t st_nlink;
    uint64_t st_ino;
    uint32_t st_uid;
    uint32_t st_gid;
    int32_t st_rdev;
    struct C(timespec) st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    int64_t st_size;
    int64_t st_blocks;
    int32_t st_blksize;
    uint32_t st_flags, st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
} NAMED(stat);

// <sys/poll.h>: poll(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/poll.2.html
struct C(pollfd) { int fd; short events; short revents; } NAMED(pollfd);
NUMBER(POLLIN, 0x0001);
NUMBER(POLLOUT, 0x0004);

// <sys/socket.h>: socket(2), connect(2), send(2), recv(2), bind(2), getsockname(2)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/socket.2.html
NUMBER(AF_INET, 2);
NUMBER(AF_INET6, 30);
NUMBER(SOCK_DGRAM, 2);
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/socket.h
struct C(sockaddr) { uint8_t sa_len; uint8_t sa_family; char sa_data[14]; } NAMED(sockaddr);
struct C(sockaddr_storage) {
    uint8_t ss_len;
    uint8_t ss_family;
    char __ss_pad1[6];
    int64_t __ss_align;
    char __ss_pad2[112];
} NAMED(sockaddr_storage);

// <netinet/in.h>, <netinet6/in6.h>: inet(4), inet6(4)
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/netinet/in.h
NUMBER(IPPROTO_UDP, 17);
struct C(in_addr) { uint32_t s_addr; } NAMED(in_addr);
struct C(sockaddr_in) {
    uint8_t sin_len;
    uint8_t sin_family;
    uint16_t sin_port;
    struct C(in_addr) sin_addr;
    char sin_zero[8];
} NAMED(sockaddr_in);
/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/netinet6/in6.h
struct C(in6_addr) {
    union {
        uint8_t __u6_addr8[16];
        uint16_t __u6_addr16[8];
        uint32_t __u6_addr32[4];
    } __u6_addr;
} NAMED(in6_addr);
struct C(sockaddr_in6) {
    uint8_t sin6_len;
    uint8_t sin6_family;
    uint16_t sin6_port;
    uint32_t sin6_flowinfo;
    struct C(in6_addr) sin6_addr;
    uint32_t sin6_scope_id;
} NAMED(sockaddr_in6);

// <netdb.h>: getaddrinfo(3), getnameinfo(3), gai_strerror(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getaddrinfo.3.html
struct C(addrinfo) {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    uint32_t ai_addrlen;
    char *ai_canonname;
    struct C(sockaddr) *ai_addr;
    struct C(addrinfo) *ai_next;
} NAMED(addrinfo);
NUMBER(AI_NUMERICSERV, 0x00001000);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getnameinfo.3.html
NUMBER(NI_NUMERICHOST, 0x00000002);
NUMBER(NI_MAXHOST, 1025);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getaddrinfo.3.html
NUMBER(EAI_SYSTEM, 11);

// <sys/unistd.h>: access(2), geteuid(2), isatty(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/access.2.html
NUMBER(R_OK, 4);
NUMBER(X_OK, 1);

// <sys/signal.h>: signal(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
NUMBER(SIGHUP, 1);
NUMBER(SIGINT, 2);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/kill.2.html
NUMBER(SIGKILL, 9);
NUMBER(SIGPIPE, 13);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
NUMBER(SIGTERM, 15);
NUMBER(SIGCHLD, 20);

// <sys/wait.h>, <unistd.h>: waitpid(2), getpid(2), usleep(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/waitpid.2.html
NUMBER(WNOHANG, 1);

// <spawn.h>: posix_spawn(2), posix_spawn_file_actions_init(3), posix_spawnattr_init(3)
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setflags.3.html
NUMBER(POSIX_SPAWN_SETPGROUP, 0x0002);
NUMBER(POSIX_SPAWN_SETSIGDEF, 0x0004);
NUMBER(POSIX_SPAWN_SETSIGMASK, 0x0008);

// A watch has pointers of 32 bits.
#if __LP64__
_Static_assert(sizeof(struct C(timeval)) == 16, "timeval");
_Static_assert(sizeof(struct C(timespec)) == 16, "timespec");
_Static_assert(sizeof(struct C(stat)) == 144, "stat");
_Static_assert(sizeof(struct C(pollfd)) == 8, "pollfd");
_Static_assert(sizeof(struct C(sockaddr)) == 16, "sockaddr");
_Static_assert(sizeof(struct C(sockaddr_in)) == 16, "sockaddr_in");
_Static_assert(sizeof(struct C(sockaddr_in6)) == 28, "sockaddr_in6");
_Static_assert(sizeof(struct C(sockaddr_storage)) == 128, "sockaddr_storage");
_Static_assert(sizeof(struct C(addrinfo)) == 48, "addrinfo");
#endif
