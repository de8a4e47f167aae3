// The functions of libcrypto that are used, under their own names and with OpenSSL's declarations.
// libcrypto is loaded by the first call; see delayed.c.
#include <openssl/ec.h>
#include <openssl/evp.h>

// Multiplies a point of the curve P-256 (FIPS 186-4, D.1.2.3) with a number of 32 bytes: x and y, 32 bytes each, most
// significant byte first. A null `point` is the base point. Gives 0, with nothing done, where the number is 0 or not
// below the order, the point is not on the curve, or libcrypto is not to be had.
int p256_multiply(const unsigned char *number, const unsigned char *point, unsigned char *result);
