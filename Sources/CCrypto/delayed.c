// The functions of libcrypto that are used. One more function is one more line; a missing line does not link.

#include "CDelayed.h"
#include "CCrypto.h"

#ifdef __APPLE__
#define LIBRARY "libcrypto.3.dylib"
#else
#define LIBRARY "libcrypto.so.3"
#endif

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
