// Reads a vehicle's YAML file, checking every key, type and range; what the numbers mean is in
// docs/vehicle.md.
#pragma once

#include <string>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// The parameters in a file; InputError names the file, the key and what would be right.
VehicleParameters load_parameters(const std::string& path);

}  // namespace sim::vehicle
