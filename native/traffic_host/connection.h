// Connection of SUMO's TraCI server to the process that started this one, in place of a port.
#pragma once

#include <functional>

namespace sim::traffic_host {

// Descriptors of the connection, and of the requests that this program answers itself.
// `answer` reads one request and answers it; it is called while SUMO waits for its client.
struct Connection {
  int traci = -1;
  int requests = -1;
  std::function<void()> answer;
};

// The connection that SUMO's server accepts.
Connection& connection();

// True while SUMO keeps the connection open.
bool connected();

}  // namespace sim::traffic_host
