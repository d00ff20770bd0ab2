// The numbers and layouts of Darwin's C library. Their names in C have a prefix, because Linux's headers have the same
// names for other ones, and one program reads both; Swift sees Darwin's names.
#ifndef C_DARWIN_H
#define C_DARWIN_H

#include <stdint.h>

#define NUMBER(name, value) static const int darwin_##name __attribute__((swift_name(#name))) = value
#define C(name) darwin_##name
#define NAMED(name) __attribute__((swift_name(#name)))
#include "DarwinNumbers.h"

/// Where this thread's error number is, one of Darwin's.
int *darwin_error(void);

/// Linux's statx(2) of what a path itself names, or where it is null of an open file, as far as the sources ask; -1
/// with Linux's errno set.
int linux_status(int descriptor, const char *path, struct darwin_stat *status);

/// Linux's flock(2), which Swift takes for the structure of that name.
int linux_flock(int descriptor, int operation);

#endif
