// The few functions of libcurl that are called, for which no headers need to be installed. Foundation's networking links
// the library, so it is in the process; where it is not, the weak references are null. Numbers and types are those of
// curl/curl.h and curl/multi.h, which never change within libcurl.so.4: https://curl.se/libcurl/c/ and
// https://curl.se/libcurl/abi.html
#ifndef C_SIDEREAL_CURL_H
#define C_SIDEREAL_CURL_H

#if defined(__linux__)

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

#define SIDEREAL_WEAK(name) __asm__(#name) __attribute__((weak))
extern int sidereal_weak_global_init(long flags) SIDEREAL_WEAK(curl_global_init);
extern void *sidereal_weak_easy_init(void) SIDEREAL_WEAK(curl_easy_init);
extern void sidereal_weak_easy_cleanup(void *easy) SIDEREAL_WEAK(curl_easy_cleanup);
extern int sidereal_weak_easy_setopt(void *easy, int option, ...) SIDEREAL_WEAK(curl_easy_setopt);
extern int sidereal_weak_easy_getinfo(void *easy, int information, ...) SIDEREAL_WEAK(curl_easy_getinfo);
extern const char *sidereal_weak_easy_strerror(int code) SIDEREAL_WEAK(curl_easy_strerror);
extern void *sidereal_weak_slist_append(void *list, const char *text) SIDEREAL_WEAK(curl_slist_append);
extern void sidereal_weak_slist_free_all(void *list) SIDEREAL_WEAK(curl_slist_free_all);
extern void *sidereal_weak_multi_init(void) SIDEREAL_WEAK(curl_multi_init);
extern int sidereal_weak_multi_cleanup(void *multi) SIDEREAL_WEAK(curl_multi_cleanup);
extern int sidereal_weak_multi_add_handle(void *multi, void *easy) SIDEREAL_WEAK(curl_multi_add_handle);
extern int sidereal_weak_multi_remove_handle(void *multi, void *easy) SIDEREAL_WEAK(curl_multi_remove_handle);
extern int sidereal_weak_multi_perform(void *multi, int *running) SIDEREAL_WEAK(curl_multi_perform);
extern struct sidereal_curl_message *sidereal_weak_multi_info_read(void *multi, int *left)
    SIDEREAL_WEAK(curl_multi_info_read);
// Since 7.66.0, the youngest of them.
extern int sidereal_weak_multi_poll(
    void *multi, struct sidereal_curl_waitfd *extra, unsigned int count, int milliseconds, int *ready)
    SIDEREAL_WEAK(curl_multi_poll);
#undef SIDEREAL_WEAK

/// Whether all of the library that is called is there. If not, none of the functions below may be called.
static inline int sidereal_curl_is_there(void) {
    return sidereal_weak_global_init && sidereal_weak_easy_init && sidereal_weak_easy_cleanup && sidereal_weak_easy_setopt
        && sidereal_weak_easy_getinfo && sidereal_weak_easy_strerror && sidereal_weak_slist_append
        && sidereal_weak_slist_free_all && sidereal_weak_multi_init && sidereal_weak_multi_cleanup
        && sidereal_weak_multi_add_handle && sidereal_weak_multi_remove_handle && sidereal_weak_multi_perform
        && sidereal_weak_multi_info_read && sidereal_weak_multi_poll;
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
    sidereal_curl_header_function = 20079,
    sidereal_curl_no_signal = 99,
    sidereal_curl_timeout_milliseconds = 155,
    sidereal_curl_connect_timeout_milliseconds = 156,
    sidereal_curl_protocols = 181,
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
static inline int sidereal_curl_global_init(void) { return sidereal_weak_global_init(3); }
static inline void *sidereal_curl_easy_init(void) { return sidereal_weak_easy_init(); }
static inline void sidereal_curl_easy_cleanup(void *easy) { sidereal_weak_easy_cleanup(easy); }
static inline const char *sidereal_curl_text(int code) { return sidereal_weak_easy_strerror(code); }

static inline int sidereal_curl_set_long(void *easy, int option, long value) {
    return sidereal_weak_easy_setopt(easy, option, value);
}
/// The library copies strings, and keeps other pointers.
static inline int sidereal_curl_set_pointer(void *easy, int option, const void *value) {
    return sidereal_weak_easy_setopt(easy, option, value);
}
/// For the functions that take a head's lines, and a body.
static inline int sidereal_curl_set_listener(
    void *easy, int option,
    sidereal_curl_size (*listener)(const char *bytes, sidereal_curl_size one, sidereal_curl_size count, void *data)) {
    return sidereal_weak_easy_setopt(easy, option, listener);
}
static inline int sidereal_curl_set_before_request(
    void *easy, int (*function)(void *data, const char *, const char *, int, int)) {
    return sidereal_weak_easy_setopt(easy, sidereal_curl_before_request_function, function);
}

/// Zero where it is not known.
static inline long sidereal_curl_long(void *easy, int information) {
    long value = 0;
    return sidereal_weak_easy_getinfo(easy, information, &value) == 0 ? value : 0;
}
/// Whether a string is known not to be there.
static inline int sidereal_curl_lacks(void *easy, int information) {
    const char *value = 0;
    return sidereal_weak_easy_getinfo(easy, information, &value) == 0 && !value;
}

static inline void *sidereal_curl_list_append(void *list, const char *text) {
    return sidereal_weak_slist_append(list, text);
}
static inline void sidereal_curl_list_free(void *list) { sidereal_weak_slist_free_all(list); }

static inline void *sidereal_curl_multi_init(void) { return sidereal_weak_multi_init(); }
static inline int sidereal_curl_multi_cleanup(void *multi) { return sidereal_weak_multi_cleanup(multi); }
static inline int sidereal_curl_multi_add(void *multi, void *easy) { return sidereal_weak_multi_add_handle(multi, easy); }
static inline int sidereal_curl_multi_remove(void *multi, void *easy) {
    return sidereal_weak_multi_remove_handle(multi, easy);
}
static inline int sidereal_curl_multi_perform(void *multi) {
    int running = 0;
    return sidereal_weak_multi_perform(multi, &running);
}
/// The result of the transfer that has ended, or -1.
static inline int sidereal_curl_multi_result(void *multi) {
    int left = 0;
    const struct sidereal_curl_message *message;
    while ((message = sidereal_weak_multi_info_read(multi, &left))) {
        // CURLMSG_DONE.
        if (message->kind == 1) { return message->data.result; }
    }
    return -1;
}
/// Waits for the transfer's sockets and timers, and for one more descriptor to have something to read.
static inline int sidereal_curl_multi_poll(void *multi, int descriptor, int milliseconds) {
    // CURL_WAIT_POLLIN.
    struct sidereal_curl_waitfd extra = {descriptor, 1, 0};
    return sidereal_weak_multi_poll(multi, &extra, 1, milliseconds, (int *)0);
}
#endif

#endif
