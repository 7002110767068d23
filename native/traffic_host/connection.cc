// SUMO's TraCI server, which is part of its library, listens on a TCP port. The functions of the C
// library that it calls for that are replaced here, in the program, where the linker finds them
// before those of the C library: no port is opened, and the server accepts a socket that this
// process was started with. Nothing else in the process binds, listens or accepts.

#include "traffic_host/connection.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

namespace sim::traffic_host {

Connection& connection() {
  static Connection only;
  return only;
}

bool connected() { return fcntl(connection().traci, F_GETFD) != -1; }

namespace {

// Waits until TraCI's client has sent something or has closed, and answers requests meanwhile.
void wait_for_client() {
  const Connection& ends = connection();
  pollfd waiting[2] = {{ends.traci, POLLIN, 0}, {ends.requests, POLLIN, 0}};
  for (;;) {
    waiting[0].fd = connection().traci;
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) return;
    if (waiting[0].revents) return;
    if (waiting[1].revents & POLLIN) {
      ends.answer();
    } else if (waiting[1].revents) {
      waiting[1].fd = -1;  // its other end is closed
    }
  }
}

}  // namespace
}  // namespace sim::traffic_host

extern "C" {

__attribute__((visibility("default"))) int bind(int, const sockaddr*, socklen_t) noexcept {
  return 0;
}

__attribute__((visibility("default"))) int listen(int, int) noexcept { return 0; }

__attribute__((visibility("default"))) int accept(int, sockaddr*, socklen_t*) {
  return sim::traffic_host::connection().traci;
}

__attribute__((visibility("default"))) ssize_t recv(int from, void* into, size_t size, int flags) {
  if (from == sim::traffic_host::connection().traci) sim::traffic_host::wait_for_client();
  return recvfrom(from, into, size, flags, nullptr, nullptr);
}
}
