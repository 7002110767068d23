// From the messages of /traffic/states, /traffic/types and /traffic/lights to what traffic and
// lights take.
#pragma once

#include <sim/TrafficLights.h>
#include <sim/TrafficStates.h>
#include <sim/TrafficTypes.h>

#include "traffic/light_heads.h"
#include "traffic/traffic.h"

namespace sim {

// Throws std::runtime_error where arrays of a message do not fit together.
TrafficStatePtr state_from_message(const TrafficStates& message);
Traffic::Types types_from_message(const TrafficTypes& message);
LightStates lights_from_message(const TrafficLights& message);

}  // namespace sim
