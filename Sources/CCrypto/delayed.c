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

// A MAC in one call, for AES-CMAC.
DELAYED(
  unsigned char *, NULL, EVP_Q_mac,
  (OSSL_LIB_CTX * library, const char *name, const char *properties, const char *algorithm,
   const OSSL_PARAM *parameters, const void *key, size_t keyCount, const unsigned char *data, size_t count,
   unsigned char *mac, size_t size, size_t *written),
  (library, name, properties, algorithm, parameters, key, keyCount, data, count, mac, size, written))

// Points of elliptic curves, for p256.c.
DELAYED(EC_GROUP *, NULL, EC_GROUP_new_by_curve_name, (int number), (number))
DELAYED(void, , EC_GROUP_free, (EC_GROUP * group), (group))
DELAYED(const BIGNUM *, NULL, EC_GROUP_get0_order, (const EC_GROUP *group), (group))
DELAYED(EC_POINT *, NULL, EC_POINT_new, (const EC_GROUP *group), (group))
DELAYED(void, , EC_POINT_free, (EC_POINT * point), (point))
DELAYED(
  int, 0, EC_POINT_mul,
  (const EC_GROUP *group, EC_POINT *result, const BIGNUM *n, const EC_POINT *point, const BIGNUM *m, BN_CTX *context),
  (group, result, n, point, m, context))
DELAYED(
  int, 0, EC_POINT_oct2point,
  (const EC_GROUP *group, EC_POINT *point, const unsigned char *bytes, size_t count, BN_CTX *context),
  (group, point, bytes, count, context))
DELAYED(
  size_t, 0, EC_POINT_point2oct,
  (const EC_GROUP *group, const EC_POINT *point, point_conversion_form_t form, unsigned char *bytes, size_t count,
   BN_CTX *context),
  (group, point, form, bytes, count, context))
DELAYED(BIGNUM *, NULL, BN_bin2bn, (const unsigned char *bytes, int count, BIGNUM *number), (bytes, count, number))
DELAYED(void, , BN_clear_free, (BIGNUM * number), (number))
DELAYED(int, 0, BN_cmp, (const BIGNUM *left, const BIGNUM *right), (left, right))
DELAYED(int, 1, BN_is_zero, (const BIGNUM *number), (number))
