// Results of a simulator's rays below a vehicle.
#pragma once

#include <limits>
#include <vector>

#include "laws/vector.h"

namespace sim::vehicle {

// Hit of one ray: its length in m, infinite in the air, the ground's coefficient of friction, and
// the ground's addition to a tyre's coefficient of rolling resistance.
struct Touch {
  double distance = std::numeric_limits<double>::infinity();
  double friction = std::numeric_limits<double>::infinity();
  double resistance = 0.0;
};

// `touches` belong to Vehicle::rays(), in their order. The vehicle detects by the `place` of the
// base origin that it was moved from outside; NaN if the place is unknown.
struct Ground {
  std::vector<Touch> touches;
  Vector place = {std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0};
};

}  // namespace sim::vehicle
