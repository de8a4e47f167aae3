#include "CDelayed.h"

#include <dlfcn.h>

void *delayed_find(const char *library, const char *function) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return handle == NULL ? NULL : dlsym(handle, function);
}
