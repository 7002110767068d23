// The law of gazebo_plugins' vacuum_gripper: the force of the cup on a link, by the distance of
// their origins. SI units.
#pragma once

#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

// Range of the cup, distance within which the link is centred on the cup, and force in N.
struct Cup {
  double reach, centre, strongest;
};

inline Cup cup_of(const Settings& settings) {
  return {settings.number("maxDistance"), settings.number("minDistance"),
          settings.number("maxForce")};
}

struct Suction {
  // True if the link moves with the cup, and if it is centred on the cup.
  bool held = false, centred = false;
  // N towards the cup.
  double force = 0.0;
};

Suction suction(const Cup& cup, double distance);

}  // namespace sim::robot_plugins
