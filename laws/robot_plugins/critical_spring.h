// A spring with a damper that lets what hangs on it come to rest without swinging, as
// gazebo_plugins' hand_of_god draws a link to where it should be. SI units, linear or angular.
#pragma once

#include <cmath>

namespace sim::robot_plugins {

class CriticalSpring {
 public:
  // `inertia` is what it moves, kg or kg m^2.
  CriticalSpring(double stiffness, double inertia)
      : stiffness_(stiffness), damping_(2.0 * std::sqrt(stiffness * inertia)) {}

  // N or N m along an axis, where it still has that way to go at that speed.
  double effort(double way, double speed) const { return stiffness_ * way - damping_ * speed; }

 private:
  double stiffness_, damping_;
};

}  // namespace sim::robot_plugins
