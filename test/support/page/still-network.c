/* Keeps from a browser that interfaces come and go: it stops loading at each, and those of other tests are none of its business. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/netlink.h>
#include <sys/socket.h>

int bind(int socket, const struct sockaddr *address, socklen_t length) {
  static int (*real)(int, const struct sockaddr *, socklen_t);
  if (!real) real = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "bind");
  struct sockaddr_nl quiet;
  if (address->sa_family != AF_NETLINK || length < sizeof quiet) return real(socket, address, length);
  quiet = *(const struct sockaddr_nl *)address;
  quiet.nl_groups = 0;
  return real(socket, (const struct sockaddr *)&quiet, sizeof quiet);
}
