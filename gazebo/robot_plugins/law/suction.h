// The law of gazebo_plugins' vacuum_gripper: what the cup does to a link by the distance of their
// origins. SI units.
#pragma once

namespace sim::robot_plugins {

struct Suction {
  // Whether the link moves with the cup, and whether it is put where the cup is.
  bool held = false, centred = false;
  // N towards the cup.
  double force = 0.0;
};

Suction suction(double distance);

}  // namespace sim::robot_plugins
