// Force and torque on a vehicle's body.
#pragma once

#include "laws/vehicle/contact.h"

namespace sim::vehicle {

// Force and torque about the base origin, in world axes.
struct Wrench {
  Vector force{};
  Vector torque{};

  // Add a force that acts at a point, both in world axes, the point from the base origin.
  void add(const Vector& push, const Vector& point);
};

}  // namespace sim::vehicle
