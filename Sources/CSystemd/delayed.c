// The functions of libsystemd that are used. One more function is one more line; a missing line does not link.

#include "CDelayed.h"
#include "CSystemd.h"

#ifdef __linux__
#include <errno.h>

#define LIBRARY "libsystemd.so.0"

DELAYED(int, -ENOENT, sd_bus_open_system, (sd_bus * *bus), (bus))
DELAYED(sd_bus *, NULL, sd_bus_flush_close_unref, (sd_bus * bus), (bus))
DELAYED(
  int, -ENOENT, sd_bus_message_new_method_call,
  (sd_bus * bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
   const char *member),
  (bus, message, destination, path, interface, member))
DELAYED(sd_bus_message *, NULL, sd_bus_message_unref, (sd_bus_message * message), (message))
DELAYED(
  int, -ENOENT, sd_bus_message_append_basic, (sd_bus_message * message, char type, const void *value),
  (message, type, value))
DELAYED(
  int, -ENOENT, sd_bus_message_append_array,
  (sd_bus_message * message, char type, const void *values, size_t size), (message, type, values, size))
DELAYED(
  int, -ENOENT, sd_bus_message_open_container, (sd_bus_message * message, char type, const char *contents),
  (message, type, contents))
DELAYED(int, -ENOENT, sd_bus_message_close_container, (sd_bus_message * message), (message))
DELAYED(
  int, -ENOENT, sd_bus_message_peek_type, (sd_bus_message * message, char *type, const char **contents),
  (message, type, contents))
DELAYED(
  int, -ENOENT, sd_bus_message_read_basic, (sd_bus_message * message, char type, void *value), (message, type, value))
DELAYED(
  int, -ENOENT, sd_bus_message_read_array,
  (sd_bus_message * message, char type, const void **values, size_t *size), (message, type, values, size))
DELAYED(
  int, -ENOENT, sd_bus_message_enter_container, (sd_bus_message * message, char type, const char *contents),
  (message, type, contents))
DELAYED(int, -ENOENT, sd_bus_message_exit_container, (sd_bus_message * message), (message))
DELAYED(
  int, -ENOENT, sd_bus_message_is_signal, (sd_bus_message * message, const char *interface, const char *member),
  (message, interface, member))
DELAYED(const char *, NULL, sd_bus_message_get_path, (sd_bus_message * message), (message))
DELAYED(
  int, -ENOENT, sd_bus_call,
  (sd_bus * bus, sd_bus_message *message, uint64_t microseconds, sd_bus_error *error, sd_bus_message **reply),
  (bus, message, microseconds, error, reply))
DELAYED(int, -ENOENT, sd_bus_process, (sd_bus * bus, sd_bus_message **message), (bus, message))
DELAYED(int, -ENOENT, sd_bus_wait, (sd_bus * bus, uint64_t microseconds), (bus, microseconds))
DELAYED(void, , sd_bus_error_free, (sd_bus_error * error), (error))
#endif
