// Reads a vehicle's YAML file and checks every key, type and range; docs/vehicle.md explains the
// numbers.
#pragma once

#include <string>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// The parameters in a file; InputError names the file, the key and what would be right.
VehicleParameters load_parameters(const std::string& path);

}  // namespace sim::vehicle
