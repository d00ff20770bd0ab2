// The library's header, as a compiler for Apple platforms reads it.
#define __APPLE__ 1
#undef __linux__
#include "../../../../../Sources/CSiderealSystem/include/CSiderealSystem.h"
#undef __APPLE__
#define __linux__ 1
