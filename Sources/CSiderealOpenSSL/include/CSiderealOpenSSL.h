// The few functions of OpenSSL that are called, for which no headers need to be installed. The libraries are loaded when
// they are first needed. Names, numbers and types are those of openssl/evp.h and openssl/ssl.h, the same in 1.1.1 and 3:
// https://docs.openssl.org/3.0/man3/
#ifndef C_SIDEREAL_OPENSSL_H
#define C_SIDEREAL_OPENSSL_H

#if defined(__linux__)

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of libcrypto that are called.
struct sidereal_crypto_library {
    int (*OPENSSL_init_crypto)(uint64_t options, const void *settings);
    const void *(*BIO_s_mem)(void);
    void *(*BIO_new)(const void *kind);
    int (*BIO_free)(void *bio);
    int (*BIO_read)(void *bio, void *bytes, int count);
    int (*BIO_write)(void *bio, const void *bytes, int count);
    void *(*EVP_CIPHER_CTX_new)(void);
    void (*EVP_CIPHER_CTX_free)(void *context);
    const void *(*EVP_aes_128_ecb)(void);
    int (*EVP_EncryptInit_ex)(void *context, const void *cipher, void *engine, const unsigned char *key, const unsigned char *start);
    int (*EVP_CIPHER_CTX_set_padding)(void *context, int pad);
    int (*EVP_EncryptUpdate)(void *context, unsigned char *out, int *outCount, const unsigned char *in, int inCount);
    unsigned char *(*SHA512)(const unsigned char *bytes, size_t count, unsigned char *digest);
    void *(*EVP_PKEY_new_raw_public_key)(int kind, void *engine, const unsigned char *key, size_t count);
    void (*EVP_PKEY_free)(void *key);
    void *(*EVP_MD_CTX_new)(void);
    void (*EVP_MD_CTX_free)(void *context);
    int (*EVP_DigestVerifyInit)(void *context, void **keyContext, const void *digest, void *engine, void *key);
    int (*EVP_DigestVerify)(
        void *context, const unsigned char *signature, size_t signatureCount, const unsigned char *bytes,
        size_t count);
    unsigned long (*ERR_get_error)(void);
    void (*ERR_clear_error)(void);
    const char *(*ERR_reason_error_string)(unsigned long number);
    const char *(*X509_verify_cert_error_string)(long number);
    int (*X509_VERIFY_PARAM_set1_ip_asc)(void *parameters, const char *address);
};

/// The functions of libssl that are called.
struct sidereal_tls_library {
    const void *(*TLS_client_method)(void);
    void *(*SSL_CTX_new)(const void *method);
    void (*SSL_CTX_free)(void *context);
    long (*SSL_CTX_ctrl)(void *context, int command, long number, void *pointer);
    int (*SSL_CTX_set_default_verify_paths)(void *context);
    int (*SSL_CTX_load_verify_locations)(void *context, const char *file, const char *folder);
    void (*SSL_CTX_set_verify)(void *context, int mode, int (*callback)(int, void *));
    void *(*SSL_new)(void *context);
    void (*SSL_free)(void *connection);
    void (*SSL_set_bio)(void *connection, void *incoming, void *outgoing);
    void (*SSL_set_hostflags)(void *connection, unsigned int flags);
    int (*SSL_set1_host)(void *connection, const char *host);
    void *(*SSL_get0_param)(void *connection);
    long (*SSL_ctrl)(void *connection, int command, long number, void *pointer);
    int (*SSL_set_alpn_protos)(void *connection, const unsigned char *list, unsigned int count);
    void (*SSL_get0_alpn_selected)(const void *connection, const unsigned char **name, unsigned int *count);
    int (*SSL_connect)(void *connection);
    int (*SSL_read)(void *connection, void *bytes, int count);
    int (*SSL_write)(void *connection, const void *bytes, int count);
    int (*SSL_get_error)(const void *connection, int result);
    long (*SSL_get_verify_result)(const void *connection);
    int (*SSL_export_keying_material)(
        void *connection, unsigned char *out, size_t count, const char *label, size_t labelCount,
        const unsigned char *context, size_t contextCount, int usesContext);
};

// OPENSSL_INIT_NO_ATEXIT, EVP_PKEY_ED25519, SSL_VERIFY_PEER, SSL_ERROR_..., SSL_CTRL_SET_MIN_PROTO_VERSION,
// TLS1_3_VERSION, SSL_CTRL_SET_TLSEXT_HOSTNAME with TLSEXT_NAMETYPE_host_name = 0, X509_V_ERR_CERT_NOT_YET_VALID and
// ..._HAS_EXPIRED, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT with X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS.
enum {
    sidereal_openssl_no_atexit = 0x80000,
    sidereal_openssl_ed25519 = 1087,
    sidereal_tls_verify_peer = 1,
    sidereal_tls_is_broken = 1,
    sidereal_tls_wants_read = 2,
    sidereal_tls_set_minimum = 123,
    sidereal_tls_version_3 = 0x0304,
    sidereal_tls_set_name = 55,
    sidereal_tls_not_yet_valid = 9,
    sidereal_tls_expired = 10,
    sidereal_tls_strict_names = 0x24,
};

typedef const struct sidereal_crypto_library *sidereal_crypto_functions;
typedef const struct sidereal_tls_library *sidereal_tls_functions;

#define SIDEREAL_FIND(name) \
    if (!(library->name = (__typeof__(library->name))dlsym(handle, #name))) { return 0; }
static inline int sidereal_crypto_find(struct sidereal_crypto_library *library, void *handle) {
    SIDEREAL_FIND(OPENSSL_init_crypto)
    SIDEREAL_FIND(BIO_s_mem)
    SIDEREAL_FIND(BIO_new)
    SIDEREAL_FIND(BIO_free)
    SIDEREAL_FIND(BIO_read)
    SIDEREAL_FIND(BIO_write)
    SIDEREAL_FIND(EVP_CIPHER_CTX_new)
    SIDEREAL_FIND(EVP_CIPHER_CTX_free)
    SIDEREAL_FIND(EVP_aes_128_ecb)
    SIDEREAL_FIND(EVP_EncryptInit_ex)
    SIDEREAL_FIND(EVP_CIPHER_CTX_set_padding)
    SIDEREAL_FIND(EVP_EncryptUpdate)
    SIDEREAL_FIND(SHA512)
    SIDEREAL_FIND(EVP_PKEY_new_raw_public_key)
    SIDEREAL_FIND(EVP_PKEY_free)
    SIDEREAL_FIND(EVP_MD_CTX_new)
    SIDEREAL_FIND(EVP_MD_CTX_free)
    SIDEREAL_FIND(EVP_DigestVerifyInit)
    SIDEREAL_FIND(EVP_DigestVerify)
    SIDEREAL_FIND(ERR_get_error)
    SIDEREAL_FIND(ERR_clear_error)
    SIDEREAL_FIND(ERR_reason_error_string)
    SIDEREAL_FIND(X509_verify_cert_error_string)
    SIDEREAL_FIND(X509_VERIFY_PARAM_set1_ip_asc)
    return 1;
}
static inline int sidereal_tls_find(struct sidereal_tls_library *library, void *handle) {
    SIDEREAL_FIND(TLS_client_method)
    SIDEREAL_FIND(SSL_CTX_new)
    SIDEREAL_FIND(SSL_CTX_free)
    SIDEREAL_FIND(SSL_CTX_ctrl)
    SIDEREAL_FIND(SSL_CTX_set_default_verify_paths)
    SIDEREAL_FIND(SSL_CTX_load_verify_locations)
    SIDEREAL_FIND(SSL_CTX_set_verify)
    SIDEREAL_FIND(SSL_new)
    SIDEREAL_FIND(SSL_free)
    SIDEREAL_FIND(SSL_set_bio)
    SIDEREAL_FIND(SSL_set_hostflags)
    SIDEREAL_FIND(SSL_set1_host)
    SIDEREAL_FIND(SSL_get0_param)
    SIDEREAL_FIND(SSL_ctrl)
    SIDEREAL_FIND(SSL_set_alpn_protos)
    SIDEREAL_FIND(SSL_get0_alpn_selected)
    SIDEREAL_FIND(SSL_connect)
    SIDEREAL_FIND(SSL_read)
    SIDEREAL_FIND(SSL_write)
    SIDEREAL_FIND(SSL_get_error)
    SIDEREAL_FIND(SSL_get_verify_result)
    SIDEREAL_FIND(SSL_export_keying_material)
    return 1;
}
#undef SIDEREAL_FIND

/// Loads libcrypto, of the version that the process has, or else the newest; zero where there is none. It is never
/// unloaded.
static inline int sidereal_crypto_load(struct sidereal_crypto_library *library) {
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1"};
    for (int flags = RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD, round = 0; round < 2; flags = RTLD_NOW | RTLD_LOCAL, round++) {
        for (int index = 0; index < 2; index++) {
            void *handle = dlopen(names[index], flags);
            if (handle && sidereal_crypto_find(library, handle)) {
                // Where nothing else in the process has made it ready before, it is not cleaned up at the exit, at which
                // a thread may still use it.
                library->OPENSSL_init_crypto(sidereal_openssl_no_atexit, NULL);
                return index + 1;
            }
        }
    }
    return 0;
}

/// Loads libssl of the same version; zero where there is none.
static inline int sidereal_tls_load(struct sidereal_tls_library *library, int version) {
    void *handle = dlopen(version == 1 ? "libssl.so.3" : "libssl.so.1.1", RTLD_NOW | RTLD_LOCAL);
    return handle && sidereal_tls_find(library, handle);
}
#endif

#endif
