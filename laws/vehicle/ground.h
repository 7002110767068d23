// What a simulator's rays meet below a vehicle.
#pragma once

#include <limits>
#include <vector>

#include "laws/vector.h"

namespace sim::vehicle {

// Where one ray ends: its length in m, infinite in the air, the ground's coefficient of friction,
// and what the ground adds to a tyre's coefficient of rolling resistance.
struct Touch {
  double distance = std::numeric_limits<double>::infinity();
  double friction = std::numeric_limits<double>::infinity();
  double resistance = 0.0;
};

// `touches` are of Vehicle::rays(), in their order; by the `place` of the base origin the vehicle
// tells that somebody has put it elsewhere: not a number where that is not known.
struct Ground {
  std::vector<Touch> touches;
  Vector place = {std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0};
};

}  // namespace sim::vehicle
