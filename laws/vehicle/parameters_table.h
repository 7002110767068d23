// The table of a vehicle's numbers: name, range and need of each, in the order of
// VehicleParameters. The reader of the YAML file and src/sim/vehicle/parameters.py go by it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// A number in [lower, upper], a list of up to `most` numbers, or a section of fields. A field that
// is not required keeps its default.
struct Field {
  std::string name;
  double lower = 0.0;
  double upper = 0.0;
  double* value = nullptr;  // none for a section
  bool required = true;
  std::vector<Field> section = {};
  std::size_t most = 0;
};

// Return the fields of a vehicle, bound to the values of `parameters`.
std::vector<Field> vehicle_fields(VehicleParameters& parameters);

}  // namespace sim::vehicle
