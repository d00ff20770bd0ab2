// The types of Darwin's C library that the sources use, with the members, sizes and offsets that they have on 64-bit
// ARM.
//
// Their names in C have a prefix, because Linux's headers have types of the same names and other layouts, and one
// program reads both; Swift sees Darwin's names. The headers are published at
// https://github.com/apple-oss-distributions (xnu, Libc, Libinfo).
#ifndef C_DARWIN_H
#define C_DARWIN_H

#include <stdint.h>

#define NAMED(name) __attribute__((swift_name(#name)))

// <sys/_types/_timespec.h>, <sys/_types/_timeval.h>
struct darwin_timespec { long tv_sec; long tv_nsec; } NAMED(timespec);
struct darwin_timeval { long tv_sec; int tv_usec; } NAMED(timeval);

// <sys/stat.h>, with inode numbers of 64 bits
struct darwin_stat {
    int32_t st_dev;
    uint16_t st_mode;
    uint64_t st_ino;
    uint32_t st_uid;
    uint32_t st_gid;
    int32_t st_rdev;
    struct darwin_timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    int64_t st_size;
    int64_t st_blocks;
    int32_t st_blksize;
    uint32_t st_flags, st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
} NAMED(stat);

// <sys/poll.h>
struct darwin_pollfd { int fd; short events; short revents; } NAMED(pollfd);

// <sys/socket.h>
struct darwin_sockaddr { uint8_t sa_len; uint8_t sa_family; char sa_data[14]; } NAMED(sockaddr);
struct darwin_sockaddr_storage {
    uint8_t ss_len;
    uint8_t ss_family;
    char ss_pad1[6];
    int64_t ss_align;
    char ss_pad2[112];
} NAMED(sockaddr_storage);

// <netinet/in.h>, <netinet6/in6.h>
struct darwin_in_addr { uint32_t s_addr; } NAMED(in_addr);
struct darwin_sockaddr_in {
    uint8_t sin_len;
    uint8_t sin_family;
    uint16_t sin_port;
    struct darwin_in_addr sin_addr;
    char sin_zero[8];
} NAMED(sockaddr_in);
struct darwin_in6_addr { uint32_t words[4]; } NAMED(in6_addr);
struct darwin_sockaddr_in6 {
    uint8_t sin6_len;
    uint8_t sin6_family;
    uint16_t sin6_port;
    uint32_t sin6_flowinfo;
    struct darwin_in6_addr sin6_addr;
    uint32_t sin6_scope_id;
} NAMED(sockaddr_in6);

// <netdb.h>
struct darwin_addrinfo {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    uint32_t ai_addrlen;
    char *ai_canonname;
    struct darwin_sockaddr *ai_addr;
    struct darwin_addrinfo *ai_next;
} NAMED(addrinfo);

/// Where this thread's error number is, one of Darwin's.
int *darwin_error(void);

/// Linux's statx(2) of what a path itself names, or where it is null of an open file, as far as the sources ask; -1
/// with Linux's errno set.
int linux_status(int descriptor, const char *path, struct darwin_stat *status);

/// Linux's flock(2), which Swift takes for the structure of that name.
int linux_flock(int descriptor, int operation);

#endif
