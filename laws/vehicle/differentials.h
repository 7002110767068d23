// The torque that locks of differentials move from faster to slower wheels.
//
// A lock holds both sides of its differential at one speed by up to so many N m, beyond which it
// slips; 0 is an open differential, and a rigid axle's is large.
#pragma once

#include <array>

#include "laws/vehicle/parameters.h"
#include "laws/vehicle/wheel.h"

namespace sim::vehicle {

class Differentials {
 public:
  explicit Differentials(const Drive& drive)
      : front_{drive.front_lock}, rear_{drive.rear_lock}, center_{drive.center_lock} {}

  void reset();

  // Move drive torque between wheels that are about to make a step.
  void lock(const std::array<WheelDynamics, 4>& wheels, const std::array<Footing, 4>& footings,
            std::array<WheelTorques, 4>* torques);

 private:
  struct Lock {
    double most;
    // Torque transferred in the last step, N m, and the change of speeds by it, rad/s for each N m.
    double moved = 0.0;
    double slope = 0.0;
  };
  struct Axle;

  // Find the transferred torque at the root of `gain` (moved), an increasing function.
  template <class Function>
  static void settle(Lock* lock, const Function& gain);

  Lock front_, rear_, center_;
};

}  // namespace sim::vehicle
