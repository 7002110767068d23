// The numbers that make one vehicle; docs/vehicle.md says what they mean, parameters_reader reads
// their YAML file.
//
// SI units; positions are in base_link (centre of the footprint on the ground, x forward, y left, z
// up).
#pragma once

#include <utility>

namespace sim::vehicle {

constexpr double GRAVITY = 9.81;

// One wheel; `slip_time_constant` is t of the paper's tyre, F_T = -m v_slip / t.
struct Wheel {
  double radius = 0.0;
  double inertia = 0.0;
  double friction = 0.0;
  double rolling_resistance = 0.0;
  double slip_time_constant = 0.02;
  double standstill_speed = 0.05;
};

// A tyre's stiffness in N of force per N of load and unit of slip, how much of it and of its
// friction another nominal load would take, and its relaxation lengths; `nominal_load` 0 is a
// quarter of the vehicle's weight.
struct TyreParameters {
  double nominal_load = 0.0;
  double cornering_stiffness = 20.0;
  double longitudinal_stiffness = 25.0;
  double load_sensitivity = 0.1;
  double lateral_relaxation = 0.4;
  double longitudinal_relaxation = 0.15;
};

// Drag C_d A in m^2, of air at the height of `center` m.
struct Aerodynamics {
  double drag_area = 0.0;
  double center = 0.5;
};

// Spring and damper of one wheel, those of the rear 0 where they are as in front; `rest_length` is
// from mount to hub without load. Anti-roll bars turn their axle back by so many N m/rad; after
// `bump_travel` from there, 0 is never, bump stops of another `bump_stiffness` meet. A wheel leans
// outwards at its top by its camber gain, rad/m, times the way by which its spring extends.
struct Suspension {
  double stiffness = 0.0;
  double damping = 0.0;
  double rest_length = 0.0;
  double rear_stiffness = 0.0;
  double rear_damping = 0.0;
  double front_anti_roll = 0.0;
  double rear_anti_roll = 0.0;
  double bump_travel = 0.0;
  double bump_stiffness = 0.0;
  double front_camber_gain = 0.0;
  double rear_camber_gain = 0.0;

  // The same of one axle.
  struct Axle {
    double stiffness, damping, anti_roll, camber_gain;
  };
  Axle front() const { return {stiffness, damping, front_anti_roll, front_camber_gain}; }
  Axle rear() const;
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

// Brakes; `max_torque` is the sum over all wheels, of which the front axle gets `front_share`. An
// anti-lock brake lets a wheel lose the share `anti_lock_slip` of its speed; 1 is none.
struct Brake {
  double max_torque = 0.0;
  double front_share = 0.0;
  double time_constant = 0.0;
  double delay = 0.0;
  double anti_lock_slip = 1.0;
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
// brakes, and `payload` what its model may weigh beyond `mass`.
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
  double payload = 0.0;
  TyreParameters tyre;
  Aerodynamics aerodynamics;

  // What accelerates with the vehicle, its wheels' spin with it, kg.
  double driven_mass() const;

  double wheelbase() const { return front_axle_x - rear_axle_x; }

  // The mass that one front and one rear wheel carry at rest.
  std::pair<double, double> wheel_masses() const;

  // Heights of the front and rear suspension mounts that put base_link on flat ground at rest.
  std::pair<double, double> mount_heights() const;
};

}  // namespace sim::vehicle
