// Loads libcrypto when one of its functions is called for the first time.
//
// Few captures need it, and linked in the usual way it costs every start a millisecond and 3 MiB. Here are
// functions of the same names, each of which finds the real one and calls it; without libcrypto they fail the
// way the real ones do. One more function is one more line at the end; a missing line does not link.

#include "CCrypto.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef __APPLE__
#define LIBRARY "libcrypto.3.dylib"
#else
#define LIBRARY "libcrypto.so.3"
#endif

// Finds a function of libcrypto; null when there is no such library or function. The library stays loaded.
static void *find(const char *name) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  return library == NULL ? NULL : dlsym(library, name);
}

// Hidden, so that libcrypto's own calls among these functions do not come here. The compiler compares each
// line with OpenSSL's declaration.
#define DELAYED(result, failure, name, parameters, arguments)                          \
  __attribute__((visibility("hidden"))) result name parameters {                       \
    static _Atomic(void *) found;                                                      \
    void *function = atomic_load_explicit(&found, memory_order_acquire);               \
    if (function == NULL) {                                                            \
      function = find(#name);                                                          \
      if (function == NULL) return failure;                                            \
      atomic_store_explicit(&found, function, memory_order_release);                   \
    }                                                                                  \
    return ((__typeof__(name) *)function)arguments;                                    \
  }

// A context that could not be made need not be freed, so nothing is lost where this one fails.
DELAYED(void, , EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX * context), (context))
DELAYED(EVP_CIPHER_CTX *, NULL, EVP_CIPHER_CTX_new, (void), ())
DELAYED(
  int, 0, EVP_EncryptInit_ex,
  (EVP_CIPHER_CTX * context, const EVP_CIPHER *cipher, ENGINE *engine, const unsigned char *key,
   const unsigned char *vector),
  (context, cipher, engine, key, vector))
DELAYED(
  int, 0, EVP_EncryptUpdate,
  (EVP_CIPHER_CTX * context, unsigned char *output, int *written, const unsigned char *input, int count),
  (context, output, written, input, count))
DELAYED(const EVP_CIPHER *, NULL, EVP_aes_128_ecb, (void), ())
DELAYED(
  int, 0, EVP_Q_digest,
  (OSSL_LIB_CTX * library, const char *name, const char *properties, const void *data, size_t count,
   unsigned char *digest, size_t *written),
  (library, name, properties, data, count, digest, written))
DELAYED(const EVP_CIPHER *, NULL, EVP_aes_128_ccm, (void), ())
DELAYED(
  int, 0, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX * context, int type, int number, void *data),
  (context, type, number, data))
DELAYED(
  int, 0, EVP_DecryptInit_ex,
  (EVP_CIPHER_CTX * context, const EVP_CIPHER *cipher, ENGINE *engine, const unsigned char *key,
   const unsigned char *vector),
  (context, cipher, engine, key, vector))
DELAYED(
  int, 0, EVP_DecryptUpdate,
  (EVP_CIPHER_CTX * context, unsigned char *output, int *written, const unsigned char *input, int count),
  (context, output, written, input, count))
