// Electronic stability control: brakes single wheels of a car whose yaw rate deviates from the
// steered one.
//
// The reference yaw rate is that of a bicycle with its understeer, v delta / (L + K v^2), within
// the ground's friction and with a lag [Rajamani, ch. 8]. The control is ideal: it has the true
// friction of the ground and the true slip angle.
#pragma once

#include <array>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// Of the body, along its own axes, and what holds it: the largest deceleration that the ground
// allows, m/s^2.
struct PlanarMotion {
  double speed = 0.0;
  double lateral_speed = 0.0;
  double yaw_rate = 0.0;
  double steering_angle = 0.0;
  double grip = 0.0;
};

class StabilityController {
 public:
  explicit StabilityController(const VehicleParameters& parameters) : parameters_(parameters) {}

  void reset();

  // Return the brake torque of each wheel in a step, N m.
  const std::array<double, 4>& update(double dt, const PlanarMotion& motion);

  // True if it braked in the last step.
  bool active() const { return active_; }

 private:
  // The yaw rate that the driver steers for, as far as there is grip.
  double wanted(const PlanarMotion& motion) const;

  VehicleParameters parameters_;
  double reference_ = 0.0;
  std::array<double, 4> brakes_{};
  bool active_ = false;
};

}  // namespace sim::vehicle
