// A critically damped spring, which settles without oscillation, as gazebo_plugins' hand_of_god
// pulls a link to its target pose. SI units, linear or angular.
#pragma once

#include <cmath>

namespace sim::robot_plugins {

class CriticalSpring {
 public:
  // `inertia` is the moved mass in kg or moment of inertia in kg m^2.
  CriticalSpring(double stiffness, double inertia)
      : stiffness_(stiffness), damping_(2.0 * std::sqrt(stiffness * inertia)) {}

  // Return N or N m along an axis for the remaining distance and the speed.
  double effort(double way, double speed) const { return stiffness_ * way - damping_ * speed; }

 private:
  double stiffness_, damping_;
};

}  // namespace sim::robot_plugins
