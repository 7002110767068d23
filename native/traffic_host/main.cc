// One SUMO simulation for one client: sim_traffic_host CONNECTION REQUESTS OBJECTS [SUMO'S
// OPTION...]
//
// SUMO is linked in as a library. Its own TraCI server answers the client's calls on the socket
// CONNECTION, so that all of TraCI is there in SUMO's words; vehicles and persons, which are most
// of what a step has to say, are in the memory of the file OBJECTS before the step is answered.
// REQUESTS is a socket of packets for what TraCI does not have, see requests.h. The program ends
// with either of its sockets' clients.

#include <libsumo/libsumo.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "traffic_host/connection.h"
#include "traffic_host/objects.h"
#include "traffic_host/requests.h"

namespace sim::traffic_host {
namespace {

constexpr int OWN_ARGUMENTS = 4;
// The message of SUMO's exceptions for errors that it has printed.
constexpr std::string_view ALREADY_SAID = "Process Error";

void check_version() {
  const std::string version = libsumo::Simulation::getVersion().second;
  if (version != "SUMO " SIM_SUMO_VERSION) {
    throw std::runtime_error("the traffic host was built for SUMO " SIM_SUMO_VERSION
                             ", but its library is of " +
                             version + "; call ./run setup");
  }
}

// Runs SUMO until its client ends it.
void run(int connection_end, int requests_end, int file, std::vector<std::string> options) {
  check_version();
  SharedObjects objects(file);
  connection() = {connection_end, requests_end, [&] { answer(requests_end, objects); }};
  // SUMO serves a client if it has a port, which is opened nowhere.
  options.insert(options.end(), {"--remote-port", "1", "--num-clients", "1"});
  libsumo::Simulation::start(options);
  while (connected()) {
    libsumo::Simulation::step();
    if (connected()) objects.update();
  }
  libsumo::Simulation::close();
}

}  // namespace
}  // namespace sim::traffic_host

int main(int count, char** words) {
  using sim::traffic_host::ALREADY_SAID;
  using sim::traffic_host::OWN_ARGUMENTS;
  if (count < OWN_ARGUMENTS) {
    std::cerr << "Error: " << words[0] << " CONNECTION REQUESTS OBJECTS [SUMO'S OPTION...]\n";
    return 2;
  }
  std::vector<std::string> options{"sumo"};
  options.insert(options.end(), words + OWN_ARGUMENTS, words + count);
  try {
    sim::traffic_host::run(std::atoi(words[1]), std::atoi(words[2]), std::atoi(words[3]), options);
  } catch (const std::exception& error) {
    if (error.what() != ALREADY_SAID) std::cerr << "Error: " << error.what() << std::endl;
    // SUMO's destructors expect a simulation that ended well.
    _exit(1);
  }
  return 0;
}
