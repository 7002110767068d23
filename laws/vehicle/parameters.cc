#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

Suspension::Axle Suspension::rear() const {
  return {rear_stiffness == 0.0 ? stiffness : rear_stiffness,
          rear_damping == 0.0 ? damping : rear_damping, rear_anti_roll, rear_camber_gain, rear_toe};
}

std::pair<double, double> VehicleParameters::wheel_masses() const {
  const double front = (center_of_mass_x - rear_axle_x) / wheelbase();
  return {0.5 * mass * front, 0.5 * mass * (1.0 - front)};
}

double VehicleParameters::driven_mass() const {
  return mass + 4.0 * wheel.inertia / (wheel.radius * wheel.radius);
}

std::pair<double, double> VehicleParameters::mount_heights() const {
  const double free = wheel.radius + suspension.rest_length;
  const auto [front, rear] = wheel_masses();
  const double tyre = wheel.vertical_stiffness > 0.0 ? 1.0 / wheel.vertical_stiffness : 0.0;
  const auto deflected = [&](double carried, double stiffness) {
    return GRAVITY * ((carried - wheel.mass) / stiffness + carried * tyre);
  };
  return {free - deflected(front, suspension.front().stiffness),
          free - deflected(rear, suspension.rear().stiffness)};
}

}  // namespace sim::vehicle
