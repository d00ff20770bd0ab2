// The few functions of libcurl that are called, for which no headers need to be installed. The library is loaded when it
// is first needed. Numbers and types are those of curl/curl.h and curl/multi.h, which never change within libcurl.so.4:
// https://curl.se/libcurl/c/ and https://curl.se/libcurl/abi.html
#ifndef C_SIDEREAL_CURL_H
#define C_SIDEREAL_CURL_H

#if defined(__linux__)

#include <dlfcn.h>

typedef __SIZE_TYPE__ sidereal_curl_size;

/// struct curl_waitfd.
struct sidereal_curl_waitfd {
    int descriptor;
    short events;
    short happened;
};

/// struct CURLMsg.
struct sidereal_curl_message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

/// struct curl_sockaddr, without the address at its end.
struct sidereal_curl_address {
    int family;
    int type;
    int protocol;
    unsigned int count;
};

/// The functions that are called.
struct sidereal_curl_library {
    int (*global_init)(long flags);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *easy);
    int (*easy_setopt)(void *easy, int option, ...);
    int (*easy_getinfo)(void *easy, int information, ...);
    const char *(*easy_strerror)(int code);
    void *(*slist_append)(void *list, const char *text);
    void (*slist_free_all)(void *list);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    struct sidereal_curl_message *(*multi_info_read)(void *multi, int *left);
    // Since 7.66.0, the youngest of them.
    int (*multi_poll)(void *multi, struct sidereal_curl_waitfd *extra, unsigned int count, int milliseconds, int *ready);
    /// OpenSSL's, where the library uses OpenSSL.
    int (*openssl_init)(__UINT64_TYPE__ options, const void *settings);
};

typedef const struct sidereal_curl_library *sidereal_curl_functions;

#define SIDEREAL_FIND(name) \
    if (!(library->name = (__typeof__(library->name))dlsym(handle, "curl_" #name))) { return 0; }
/// Finds them in a library that was opened, or in the process; zero where one is missing.
static inline int sidereal_curl_find(struct sidereal_curl_library *library, void *handle) {
    SIDEREAL_FIND(global_init)
    SIDEREAL_FIND(easy_init)
    SIDEREAL_FIND(easy_cleanup)
    SIDEREAL_FIND(easy_setopt)
    SIDEREAL_FIND(easy_getinfo)
    SIDEREAL_FIND(easy_strerror)
    SIDEREAL_FIND(slist_append)
    SIDEREAL_FIND(slist_free_all)
    SIDEREAL_FIND(multi_init)
    SIDEREAL_FIND(multi_cleanup)
    SIDEREAL_FIND(multi_add_handle)
    SIDEREAL_FIND(multi_remove_handle)
    SIDEREAL_FIND(multi_perform)
    SIDEREAL_FIND(multi_info_read)
    SIDEREAL_FIND(multi_poll)
    // This also searches the libraries that libcurl loaded.
    library->openssl_init = (__typeof__(library->openssl_init))dlsym(handle, "OPENSSL_init_crypto");
    return 1;
}
#undef SIDEREAL_FIND

/// Loads the library, unless the process has one already; zero where there is none. It is never unloaded.
static inline int sidereal_curl_load(struct sidereal_curl_library *library) {
    // RTLD_DEFAULT, which is declared for GNU alone.
    if (sidereal_curl_find(library, (void *)0)) { return 1; }
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"};
    for (int index = 0; index < 3; index++) {
        void *handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (handle && sidereal_curl_find(library, handle)) { return 1; }
    }
    return 0;
}

// CURLoption: a type's base (long 0, pointer 10000, function 20000) and a number.
enum {
    sidereal_curl_url = 10002,
    sidereal_curl_error_buffer = 10010,
    sidereal_curl_write_function = 20011,
    sidereal_curl_user_agent = 10018,
    sidereal_curl_http_header = 10023,
    sidereal_curl_header_data = 10029,
    sidereal_curl_nobody = 44,
    sidereal_curl_follow_location = 52,
    sidereal_curl_ca_info = 10065,
    sidereal_curl_http_get = 80,
    sidereal_curl_header_function = 20079,
    sidereal_curl_no_signal = 99,
    sidereal_curl_timeout_milliseconds = 155,
    sidereal_curl_connect_timeout_milliseconds = 156,
    sidereal_curl_open_socket_function = 20163,
    sidereal_curl_open_socket_data = 10164,
    sidereal_curl_protocols = 181,
    sidereal_curl_close_socket_function = 20208,
    sidereal_curl_close_socket_data = 10209,
    sidereal_curl_suppress_connect_headers = 265,
    sidereal_curl_http09_allowed = 285,
    sidereal_curl_before_request_function = 20312, // CURLOPT_PREREQFUNCTION, since 7.80.0
    sidereal_curl_before_request_data = 10313,     // CURLOPT_PREREQDATA
    sidereal_curl_quick_exit = 322,                // since 7.87.0
};

// CURLINFO: likewise (string 0x100000, long 0x200000).
enum {
    sidereal_curl_system_error = 0x200000 + 25, // CURLINFO_OS_ERRNO
    sidereal_curl_default_ca_info = 0x100000 + 61, // CURLINFO_CAINFO, since 7.84.0
    sidereal_curl_default_ca_path = 0x100000 + 62, // CURLINFO_CAPATH
};

/// CURL_GLOBAL_DEFAULT: TLS, and nothing else that matters here.
static inline int sidereal_curl_global_init(sidereal_curl_functions library) {
    // OPENSSL_INIT_NO_ATEXIT: while the process ends, a thread may still use OpenSSL, so nothing may clean it up.
    if (library->openssl_init) { library->openssl_init(0x80000, 0); }
    return library->global_init(3);
}
static inline void *sidereal_curl_easy_init(sidereal_curl_functions library) { return library->easy_init(); }
static inline void sidereal_curl_easy_cleanup(sidereal_curl_functions library, void *easy) { library->easy_cleanup(easy); }
static inline const char *sidereal_curl_text(sidereal_curl_functions library, int code) { return library->easy_strerror(code); }

static inline int sidereal_curl_set_long(sidereal_curl_functions library, void *easy, int option, long value) {
    return library->easy_setopt(easy, option, value);
}
/// The library copies strings, and keeps other pointers.
static inline int sidereal_curl_set_pointer(sidereal_curl_functions library, void *easy, int option, const void *value) {
    return library->easy_setopt(easy, option, value);
}
/// For the functions that take a head's lines, and a body.
static inline int sidereal_curl_set_listener(
    sidereal_curl_functions library, void *easy, int option,
    sidereal_curl_size (*listener)(const char *bytes, sidereal_curl_size one, sidereal_curl_size count, void *data)) {
    return library->easy_setopt(easy, option, listener);
}
static inline int sidereal_curl_set_before_request(
    sidereal_curl_functions library, void *easy, int (*function)(void *data, const char *, const char *, int, int)) {
    return library->easy_setopt(easy, sidereal_curl_before_request_function, function);
}

static inline int sidereal_curl_set_open_socket(
    sidereal_curl_functions library, void *easy,
    int (*function)(void *data, int purpose, struct sidereal_curl_address *address)) {
    return library->easy_setopt(easy, sidereal_curl_open_socket_function, function);
}
static inline int sidereal_curl_set_close_socket(
    sidereal_curl_functions library, void *easy, int (*function)(void *data, int descriptor)) {
    return library->easy_setopt(easy, sidereal_curl_close_socket_function, function);
}

/// Zero where it is not known.
static inline long sidereal_curl_long(sidereal_curl_functions library, void *easy, int information) {
    long value = 0;
    return library->easy_getinfo(easy, information, &value) == 0 ? value : 0;
}
/// Whether a string is known not to be there.
static inline int sidereal_curl_lacks(sidereal_curl_functions library, void *easy, int information) {
    const char *value = 0;
    return library->easy_getinfo(easy, information, &value) == 0 && !value;
}

static inline void *sidereal_curl_list_append(sidereal_curl_functions library, void *list, const char *text) {
    return library->slist_append(list, text);
}
static inline void sidereal_curl_list_free(sidereal_curl_functions library, void *list) { library->slist_free_all(list); }

static inline void *sidereal_curl_multi_init(sidereal_curl_functions library) { return library->multi_init(); }
static inline int sidereal_curl_multi_cleanup(sidereal_curl_functions library, void *multi) { return library->multi_cleanup(multi); }
static inline int sidereal_curl_multi_add(sidereal_curl_functions library, void *multi, void *easy) { return library->multi_add_handle(multi, easy); }
static inline int sidereal_curl_multi_remove(sidereal_curl_functions library, void *multi, void *easy) {
    return library->multi_remove_handle(multi, easy);
}
static inline int sidereal_curl_multi_perform(sidereal_curl_functions library, void *multi) {
    int running = 0;
    return library->multi_perform(multi, &running);
}
/// The result of the transfer that has ended, or -1.
static inline int sidereal_curl_multi_result(sidereal_curl_functions library, void *multi) {
    int left = 0;
    const struct sidereal_curl_message *message;
    while ((message = library->multi_info_read(multi, &left))) {
        // CURLMSG_DONE.
        if (message->kind == 1) { return message->data.result; }
    }
    return -1;
}
/// Waits for the transfer's sockets and timers, and for one more descriptor to have something to read.
static inline int sidereal_curl_multi_poll(sidereal_curl_functions library, void *multi, int descriptor, int milliseconds) {
    // CURL_WAIT_POLLIN.
    struct sidereal_curl_waitfd extra = {descriptor, 1, 0};
    return library->multi_poll(multi, &extra, 1, milliseconds, (int *)0);
}
#endif

#endif
