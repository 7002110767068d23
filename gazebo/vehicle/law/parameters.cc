#include "vehicle/law/parameters.h"

namespace sim::vehicle {

std::pair<double, double> VehicleParameters::wheel_masses() const {
  const double front = (center_of_mass_x - rear_axle_x) / wheelbase();
  return {0.5 * mass * front, 0.5 * mass * (1.0 - front)};
}

std::pair<double, double> VehicleParameters::mount_heights() const {
  const double free = wheel.radius + suspension.rest_length;
  const auto [front, rear] = wheel_masses();
  return {free - front * GRAVITY / suspension.stiffness,
          free - rear * GRAVITY / suspension.stiffness};
}

}  // namespace sim::vehicle
