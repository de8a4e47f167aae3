// The functions of libcrypto that are used, under their own names and with OpenSSL's declarations.
// libcrypto is loaded by the first call; see delayed.c.
#include <openssl/evp.h>
