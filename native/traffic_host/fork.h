// Second processes with the same simulation, at the same instant.
#pragma once

#include <vector>

#include "traffic_host/objects.h"

namespace sim::traffic_host {

// Forks this process while SUMO waits for its client. `files` are the descriptors of the fork's
// connection, requests, objects and output; the fork goes on with these instead of its parent's.
// Returns the fork's process id, 0 in the fork. Throws std::exception, also where SUMO has threads,
// which a fork does not have.
int fork_host(const std::vector<int>& files, SharedObjects& objects);

}  // namespace sim::traffic_host
