// Functions of libraries that are loaded when one of them is called for the first time.
//
// Few runs need libcrypto, zlib or the like, and linked in the usual way they cost every start milliseconds and
// megabytes. A target of such a library declares its functions under their own names, and defines each with
// DELAYED: a function that finds the real one and calls it. Without the library they fail the way the real ones do.
#pragma once

#include <stdatomic.h>
#include <stddef.h>

// Finds a function of a library; null when there is no such library or function. The library stays loaded.
void *delayed_find(const char *library, const char *function);

// Defines `name`, which calls the function of that name in LIBRARY (a macro of the file) and gives `failure` where
// there is none. Hidden, so that the library's own calls among these functions do not come here. The compiler
// compares it with the library's own declaration.
#define DELAYED(result, failure, name, parameters, arguments)                          \
  __attribute__((visibility("hidden"))) result name parameters {                       \
    static _Atomic(void *) found;                                                      \
    void *function = atomic_load_explicit(&found, memory_order_acquire);               \
    if (function == NULL) {                                                            \
      function = delayed_find(LIBRARY, #name);                                         \
      if (function == NULL) return failure;                                            \
      atomic_store_explicit(&found, function, memory_order_release);                   \
    }                                                                                  \
    return ((__typeof__(name) *)function)arguments;                                    \
  }
