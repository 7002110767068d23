// The weather that a simulator is started with, as tyres feel it.
#pragma once

#include <string>

namespace sim::vehicle {

// Return the share of the dry friction between tyre and ground in weather by name (dry, wet or
// ice); InputError for another name.
double weather_friction(const std::string& name);

}  // namespace sim::vehicle
