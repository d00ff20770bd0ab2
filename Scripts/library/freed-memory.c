// Replaces the allocator of a process, and ends the process with a report when it finds a write to freed memory, or
// behind the end of an allocation. Unlike a sanitizer, it also finds the writes of libraries that are built without it.
//
// Freed memory is filled with a pattern, kept for a while, and compared before it is reused. The report names the
// function that freed the memory, not the function that wrote to it.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

enum { behind = 32, used_mark = 0x5afe1234, freed_mark = 0x0dead432, freed_byte = 0xDD, behind_byte = 0xAB };
enum { kept = 30000 };

// Stands in front of the memory that the caller gets.
struct header { uint64_t size; uint32_t offset, mark; };
struct freed { struct header *header; void *caller; };

static struct freed ring[kept];
static unsigned next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void complain(const char *what, const struct header *header, size_t at, const struct freed *freed) {
    const unsigned char *memory = (const unsigned char *)(header + 1);
    char text[160];
    write(2, text, (size_t)snprintf(text, sizeof text, "\nERROR: %s: byte %zu of %lu is 0x%02x; freed by:\n", what, at,
                                    (unsigned long)header->size, memory[at]));
    if (freed) { backtrace_symbols_fd(&freed->caller, 1, 2); }
    abort();
}

static void compare(const struct header *header, size_t from, size_t to, int byte, const char *what,
                    const struct freed *freed) {
    const unsigned char *memory = (const unsigned char *)(header + 1);
    for (size_t at = from; at < to; at++) {
        if (memory[at] != byte) { complain(what, header, at, freed); }
    }
}

static void check(const struct freed *freed) {
    const struct header *header = freed->header;
    if (header->mark != freed_mark) { complain("write before freed memory", header, 0, freed); }
    compare(header, 0, header->size, freed_byte, "write to freed memory", freed);
    compare(header, header->size, header->size + behind, behind_byte, "write behind freed memory", freed);
}

static void *allocated(char *base, size_t offset, size_t size) {
    if (!base) { return NULL; }
    *(struct header *)(base + offset - sizeof(struct header)) = (struct header){size, (uint32_t)offset, used_mark};
    memset(base + offset + size, behind_byte, behind);
    return base + offset;
}

static struct header *header_of(void *memory) { return (struct header *)memory - 1; }

void *malloc(size_t size) {
    size_t whole;
    if (__builtin_add_overflow(size, sizeof(struct header) + behind, &whole)) { whole = SIZE_MAX; }
    return allocated(__libc_malloc(whole), sizeof(struct header), size);
}

void *memalign(size_t alignment, size_t size) {
    if (alignment < sizeof(struct header)) { alignment = sizeof(struct header); }
    size_t whole;
    if (__builtin_add_overflow(size, alignment + behind, &whole)) { whole = SIZE_MAX; }
    return allocated(__libc_memalign(alignment, whole), alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *memory = memalign(alignment, size);
    if (memory) { *result = memory; }
    return memory ? 0 : ENOMEM;
}

void *calloc(size_t count, size_t size) {
    size_t whole;
    void *memory = malloc(__builtin_mul_overflow(count, size, &whole) ? SIZE_MAX : whole);
    return memory ? memset(memory, 0, whole) : NULL;
}

size_t malloc_usable_size(void *memory) { return memory ? header_of(memory)->size : 0; }

void free(void *memory) {
    if (!memory) { return; }
    int number = errno;
    struct freed now = {header_of(memory), __builtin_return_address(0)};
    struct header *header = now.header;
    if (header->mark != used_mark) { complain("freed twice, or never allocated", header, 0, NULL); }
    compare(header, header->size, header->size + behind, behind_byte, "write behind memory", NULL);
    header->mark = freed_mark;
    memset(memory, freed_byte, header->size);
    pthread_mutex_lock(&lock);
    struct freed oldest = ring[next];
    ring[next] = now;
    next = (next + 1) % kept;
    pthread_mutex_unlock(&lock);
    if (oldest.header) {
        check(&oldest);
        __libc_free((char *)(oldest.header + 1) - oldest.header->offset);
    }
    errno = number;
}

void *realloc(void *memory, size_t size) {
    void *larger = malloc(size);
    if (!memory || !larger) { return larger; }
    size_t before = header_of(memory)->size;
    memcpy(larger, memory, before < size ? before : size);
    free(memory);
    return larger;
}

void *reallocarray(void *memory, size_t count, size_t size) {
    size_t whole;
    return realloc(memory, __builtin_mul_overflow(count, size, &whole) ? SIZE_MAX : whole);
}

// Checks what is still kept when the process ends.
__attribute__((destructor)) static void check_all(void) {
    for (unsigned index = 0; index < kept; index++) {
        if (ring[index].header) { check(&ring[index]); }
    }
}
