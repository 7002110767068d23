// From a driver's feet and gear lever to drive and brake torque.
#pragma once

#include "laws/vehicle/parameters.h"
#include "laws/vehicle/powertrain.h"
#include "laws/vehicle/speed_control.h"

namespace sim::vehicle {

// Shares from 0 to 1 of the largest drive and brake torques, and a gear of `powertrain`.
struct Pedals {
  double throttle = 0.0;
  double brake = 0.0;
  int gear = DRIVE;
};

// Pedals in proportion to torque. A brake that a car came to stand with goes on holding it for
// `hill_hold` seconds after it was let go, or until the drive can.
class PedalControl {
 public:
  explicit PedalControl(const VehicleParameters& parameters) : parameters_(parameters) {}

  // No brake is held.
  void reset();

  // Return torques of a car on a slope that pulls it back along its x axis with `resistance` N.
  Torques update(double dt, const Pedals& pedals, const Powertrain& powertrain, double speed,
                 double resistance);

 private:
  VehicleParameters parameters_;
  // Held brake torque in N m, and its remaining time in s.
  double held_ = 0.0;
  double left_ = 0.0;
};

}  // namespace sim::vehicle
