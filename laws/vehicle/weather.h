// The weather that a simulator is started with, as tyres feel it.
#pragma once

#include <string>

namespace sim::vehicle {

// What is left of the friction between tyre and ground in weather by name (dry, wet or ice), of
// that on dry ground; InputError for another name.
double weather_friction(const std::string& name);

}  // namespace sim::vehicle
