// The functions of zlib that are used. One more function is one more line; a missing line does not link.

#include "CDelayed.h"
#include "CZlib.h"

#ifdef __APPLE__
#define LIBRARY "libz.1.dylib"
#else
#define LIBRARY "libz.so.1"
#endif

DELAYED(int, Z_STREAM_ERROR, inflate, (z_streamp stream, int flush), (stream, flush))
DELAYED(int, Z_STREAM_ERROR, inflateEnd, (z_streamp stream), (stream))
DELAYED(
  int, Z_VERSION_ERROR, inflateInit2_, (z_streamp stream, int bits, const char *version, int size),
  (stream, bits, version, size))
// No CRC-32 has more than 32 bits, so this one says that zlib is not there.
DELAYED(uLong, ~0UL, crc32_z, (uLong crc, const Bytef *bytes, z_size_t count), (crc, bytes, count))
