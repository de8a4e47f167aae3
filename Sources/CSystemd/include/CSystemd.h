// The functions of libsystemd's sd-bus that are used, under their own names and with its declarations.
// libsystemd is loaded by the first call; see delayed.c. Elsewhere than on Linux there is none of it.
#ifdef __linux__
#include <systemd/sd-bus.h>
#endif
