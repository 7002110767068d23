// The law of gazebo_plugins' vacuum_gripper: what the cup does to a link by the distance of their
// origins. SI units.
#pragma once

#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

// How far the cup reaches, within which distance it puts a link where it is, and the N that it has.
struct Cup {
  double reach, centre, strongest;
};

inline Cup cup_of(const Settings& settings) {
  return {settings.number("maxDistance"), settings.number("minDistance"),
          settings.number("maxForce")};
}

struct Suction {
  // Whether the link moves with the cup, and whether it is put where the cup is.
  bool held = false, centred = false;
  // N towards the cup.
  double force = 0.0;
};

Suction suction(const Cup& cup, double distance);

}  // namespace sim::robot_plugins
