// From a wanted speed to drive and brake torque: ramped set-point, feed-forward and PI.
//
// The dynamics of the actuators are left to `actuators`.
//
// Speeds are along the vehicle's x axis, negative in reverse; torques are sums over all wheels.
#pragma once

#include <optional>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

struct Torques {
  double drive = 0.0;
  double brake = 0.0;
};

// F = m' (a_ref + k_p e + k_i int e) + m g c_rr + what else resists, e = v_ref - v, m' the mass
// with its wheels' spin; integration stops while the torque is at its limit.
class SpeedController {
 public:
  explicit SpeedController(const VehicleParameters& parameters) : parameters_(parameters) {}

  // Forget the past; the set-point starts again from the measured speed.
  void reset();

  // Torques for a target speed, to be reached with `|acceleration|`; 0 means with the vehicle's own
  // limits.
  //
  // A target below the standstill speed is a stop. `resistance` is what slope and air hold it
  // back with along its x axis, N, and `most` what drives it at full throttle, N m.
  Torques update(double dt, double target, double acceleration, double speed, double resistance,
                 double most);

 private:
  // Stand with the brakes on.
  Torques hold();

  // Move the set-point towards the target and return its acceleration.
  double ramp(double dt, double target, double acceleration, double speed);

  // Torques within their limits for a force along the direction of travel.
  Torques torques(double force, double most) const;

  VehicleParameters parameters_;
  std::optional<double> reference_;
  double integral_ = 0.0;
};

}  // namespace sim::vehicle
