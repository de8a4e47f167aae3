// Loads zlib when one of its functions is called for the first time.
//
// Only compressed files need it. Here are functions of the same names, each of which finds the real one and
// calls it; without zlib they fail the way the real ones do. One more function is one more line at the end; a
// missing line does not link. Sources/CCrypto does the same for libcrypto.

#include "CZlib.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef __APPLE__
#define LIBRARY "libz.1.dylib"
#else
#define LIBRARY "libz.so.1"
#endif

// Finds a function of zlib; null when there is no such library or function. The library stays loaded.
static void *find(const char *name) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  return library == NULL ? NULL : dlsym(library, name);
}

// Hidden, so that zlib's own calls among these functions do not come here. The compiler compares each line
// with zlib's declaration.
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

DELAYED(int, Z_STREAM_ERROR, inflate, (z_streamp stream, int flush), (stream, flush))
DELAYED(int, Z_STREAM_ERROR, inflateEnd, (z_streamp stream), (stream))
DELAYED(
  int, Z_VERSION_ERROR, inflateInit2_, (z_streamp stream, int bits, const char *version, int size),
  (stream, bits, version, size))
