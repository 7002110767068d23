// The numbers that make one vehicle; docs/vehicle.md says what they mean, parameters_reader reads
// their YAML file.
//
// SI units; positions are in base_link (centre of the footprint on the ground, x forward, y left, z
// up).
#pragma once

#include <utility>

namespace sim::vehicle {

constexpr double GRAVITY = 9.81;

// One wheel and its tyre; `slip_time_constant` is t of F_T = -m v_slip / t.
struct Wheel {
  double radius = 0.0;
  double inertia = 0.0;
  double friction = 0.0;
  double rolling_resistance = 0.0;
  double slip_time_constant = 0.02;
  double standstill_speed = 0.05;
};

// Spring and damper of one wheel; `rest_length` is from mount to hub without load.
struct Suspension {
  double stiffness = 0.0;
  double damping = 0.0;
  double rest_length = 0.0;
};

// Limits and dynamics of the bicycle-model steering angle.
struct Steering {
  double max_angle = 0.0;
  double max_rate = 0.0;
  double time_constant = 0.0;
  double delay = 0.0;
};

// Powertrain; `max_torque` is the sum over all wheels, of which the front axle gets `front_share`.
struct Drive {
  double max_torque = 0.0;
  double max_power = 0.0;
  double front_share = 0.0;
  double time_constant = 0.0;
  double delay = 0.0;
};

// Brakes; `max_torque` is the sum over all wheels, of which the front axle gets `front_share`.
struct Brake {
  double max_torque = 0.0;
  double front_share = 0.0;
  double time_constant = 0.0;
  double delay = 0.0;
};

// PI gains from speed error to acceleration, and the set-point's limits where a command names none.
struct SpeedControl {
  double proportional_gain = 0.0;
  double integral_gain = 0.0;
  double max_speed = 0.0;
  double max_acceleration = 0.0;
  double max_deceleration = 0.0;
};

// A whole vehicle; `command_timeout` is the simulated time after which an uncommanded vehicle
// brakes.
struct VehicleParameters {
  double mass = 0.0;
  double front_axle_x = 0.0;
  double rear_axle_x = 0.0;
  double track = 0.0;
  Wheel wheel;
  Suspension suspension;
  Steering steering;
  Drive drive;
  Brake brake;
  SpeedControl speed_control;
  double center_of_mass_x = 0.0;
  double command_timeout = 0.5;

  double wheelbase() const { return front_axle_x - rear_axle_x; }

  // The mass that one front and one rear wheel carry at rest.
  std::pair<double, double> wheel_masses() const;

  // Heights of the front and rear suspension mounts that put base_link on flat ground at rest.
  std::pair<double, double> mount_heights() const;
};

}  // namespace sim::vehicle
