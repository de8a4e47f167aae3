// The functions of libsystemd's sd-bus that are used, under their own names and with its declarations.
// libsystemd is loaded by the first call; see delayed.c. Elsewhere than on Linux there is none of it.
#ifdef __linux__
#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
#else
// The same where the header is not installed. Where it is, the compiler compares it with delayed.c.
#include <stddef.h>
#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct {
  const char *name;
  const char *message;
  int _need_free;
} sd_bus_error;

int sd_bus_open_system(sd_bus **bus);
sd_bus *sd_bus_flush_close_unref(sd_bus *bus);
int sd_bus_message_new_method_call(
  sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
  const char *member);
sd_bus_message *sd_bus_message_unref(sd_bus_message *message);
int sd_bus_message_append_basic(sd_bus_message *message, char type, const void *value);
int sd_bus_message_append_array(sd_bus_message *message, char type, const void *values, size_t size);
int sd_bus_message_open_container(sd_bus_message *message, char type, const char *contents);
int sd_bus_message_close_container(sd_bus_message *message);
int sd_bus_message_peek_type(sd_bus_message *message, char *type, const char **contents);
int sd_bus_message_read_basic(sd_bus_message *message, char type, void *value);
int sd_bus_message_read_array(sd_bus_message *message, char type, const void **values, size_t *size);
int sd_bus_message_enter_container(sd_bus_message *message, char type, const char *contents);
int sd_bus_message_exit_container(sd_bus_message *message);
int sd_bus_message_is_signal(sd_bus_message *message, const char *interface, const char *member);
const char *sd_bus_message_get_path(sd_bus_message *message);
int sd_bus_call(
  sd_bus *bus, sd_bus_message *message, uint64_t microseconds, sd_bus_error *error, sd_bus_message **reply);
int sd_bus_process(sd_bus *bus, sd_bus_message **message);
int sd_bus_wait(sd_bus *bus, uint64_t microseconds);
void sd_bus_error_free(sd_bus_error *error);
#endif
#endif
