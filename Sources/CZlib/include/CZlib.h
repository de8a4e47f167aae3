// The functions of zlib that are used, under their own names and with zlib's declarations.
// zlib is loaded by the first call; see delayed.c.
#include <zlib.h>
