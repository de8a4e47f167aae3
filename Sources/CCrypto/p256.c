// The one operation on the curve P-256 that key agreement needs, made of libcrypto's.

#include "CCrypto.h"

#include <openssl/obj_mac.h>
#include <string.h>

int p256_multiply(const unsigned char *number, const unsigned char *point, unsigned char *result) {
  // Of uncompressed points, the first byte says so.
  unsigned char bytes[65] = {POINT_CONVERSION_UNCOMPRESSED};
  int succeeded = 0;
  EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  BIGNUM *factor = BN_bin2bn(number, 32, NULL);
  EC_POINT *product = group == NULL ? NULL : EC_POINT_new(group);
  EC_POINT *other = NULL;
  if (product == NULL || factor == NULL) goto done;
  if (BN_is_zero(factor) || BN_cmp(factor, EC_GROUP_get0_order(group)) >= 0) goto done;
  if (point == NULL) {
    if (!EC_POINT_mul(group, product, factor, NULL, NULL, NULL)) goto done;
  } else {
    memcpy(bytes + 1, point, 64);
    other = EC_POINT_new(group);
    // Refuses what is not on the curve.
    if (other == NULL || !EC_POINT_oct2point(group, other, bytes, sizeof bytes, NULL)) goto done;
    if (!EC_POINT_mul(group, product, NULL, other, factor, NULL)) goto done;
  }
  // The point at infinity is one byte.
  if (EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, bytes, sizeof bytes, NULL) != sizeof bytes) {
    goto done;
  }
  memcpy(result, bytes + 1, 64);
  succeeded = 1;
done:
  if (other != NULL) EC_POINT_free(other);
  if (product != NULL) EC_POINT_free(product);
  if (factor != NULL) BN_clear_free(factor);
  if (group != NULL) EC_GROUP_free(group);
  return succeeded;
}
