// From the messages of /traffic/states and /traffic/types to what Traffic takes.
#pragma once

#include <sim/TrafficStates.h>
#include <sim/TrafficTypes.h>

#include "traffic/traffic.h"

namespace sim {

// Throws std::runtime_error where arrays of a message do not fit together.
TrafficStatePtr state_from_message(const TrafficStates& message);
Traffic::Types types_from_message(const TrafficTypes& message);

}  // namespace sim
