// Parameters of one vehicle; docs/vehicle.md explains them, parameters_reader reads their YAML
// file.
//
// SI units; positions are in base_link (centre of the footprint on the ground, x forward, y left, z
// up).
#pragma once

#include <array>
#include <utility>

namespace sim::vehicle {

constexpr double GRAVITY = 9.81;

// One wheel. `slip_time_constant` is t of the paper's tyre, F_T = -m v_slip / t; `rays` is the
// number of rays of its rim; `vertical_stiffness` is N/m of the tyre below it, 0 for a rigid tyre.
// With a vertical stiffness, `mass` kg of the vehicle move with the wheel.
struct Wheel {
  double radius = 0.0;
  double inertia = 0.0;
  double friction = 0.0;
  double rolling_resistance = 0.0;
  double slip_time_constant = 0.02;
  double standstill_speed = 0.05;
  double rays = 1.0;
  double vertical_stiffness = 0.0;
  double mass = 0.0;
};

// A tyre's stiffness in N of force per N of load and unit of slip, the shares of it and of its
// friction that another nominal load would take, and its relaxation lengths; `nominal_load` 0 is a
// quarter of the vehicle's weight.
struct TyreParameters {
  double nominal_load = 0.0;
  double cornering_stiffness = 20.0;
  double longitudinal_stiffness = 25.0;
  double load_sensitivity = 0.1;
  double lateral_relaxation = 0.4;
  double longitudinal_relaxation = 0.15;
};

// Drag area C_d A in m^2, at the height of `center` m; side force area C_y A, 0 for the same as
// drag; and lift areas C_l A of both axles, negative for downforce.
struct Aerodynamics {
  double drag_area = 0.0;
  double center = 0.5;
  double side_area = 0.0;
  double front_lift_area = 0.0;
  double rear_lift_area = 0.0;
};

// Errors of odometry by the rear wheels: shares by which their assumed radius is too large and the
// left one's is larger than the right one's, the same of the track, and m^2 of variance for each
// metre of travel.
struct OdometryErrors {
  double radius_error = 0.005;
  double radius_difference = 0.0005;
  double track_error = 0.01;
  double distance_noise = 1e-5;
};

// Spring and damper of one wheel; rear values of 0 mean the same as in front. `rest_length` is from
// mount to hub without load. Anti-roll bars turn their axle back by so many N m/rad. After
// `bump_travel` from there (0: never), bump stops of another `bump_stiffness` engage. The top of a
// wheel leans outwards by its camber gain, rad/m, times the extension of its spring, and the wheel
// points inwards ahead by its toe, rad.
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
  double front_toe = 0.0;
  double rear_toe = 0.0;

  // The same of one axle.
  struct Axle {
    double stiffness, damping, anti_roll, camber_gain, toe;
  };
  Axle front() const { return {stiffness, damping, front_anti_roll, front_camber_gain, front_toe}; }
  Axle rear() const;
};

// Limits and dynamics of the bicycle-model steering angle; front wheels give way by `compliance`
// rad for each N to the side on their axle.
struct Steering {
  double max_angle = 0.0;
  double max_rate = 0.0;
  double time_constant = 0.0;
  double delay = 0.0;
  double compliance = 0.0;
};

// Powertrain. `max_torque` is the sum over all wheels, and the front axle receives `front_share` of
// it; the same holds for `overrun_torque`, the engine braking of a motor without a map.
// Differentials are open up to the N m that their locks transfer: of each axle, and between both.
struct Drive {
  double max_torque = 0.0;
  double max_power = 0.0;
  double front_share = 0.0;
  double time_constant = 0.0;
  double delay = 0.0;
  double overrun_torque = 0.0;
  double front_lock = 0.0;
  double rear_lock = 0.0;
  double center_lock = 0.0;
};

// An engine's or a motor's full torque in N m at its speeds in rad/s, as many as are not 0: none is
// a motor as Drive has it. Without throttle it holds back with `braking_torque` at the highest of
// them and nothing at idle.
struct Engine {
  std::array<double, 12> speeds{};
  std::array<double, 12> torques{};
  double idle_speed = 0.0;
  double braking_torque = 0.0;
  double inertia = 0.0;
};

// Ratios of the forward gears, as many as are not 0, first the lowest gear's; none is one of 1.
// Reverse, 0, has the first's. No torque flows for `shift_time` seconds.
struct Gearbox {
  std::array<double, 16> ratios{};
  double final_ratio = 1.0;
  double reverse_ratio = 0.0;
  double efficiency = 1.0;
  double shift_time = 0.0;
};

// Brakes. `max_torque` is the sum over all wheels, and the front axle receives `front_share` of it.
// An anti-lock brake lets a wheel lose the share `anti_lock_slip` of its speed; 1 is without it. A
// standing car stays braked for `hill_hold` seconds after the pedal was released.
struct Brake {
  double max_torque = 0.0;
  double front_share = 0.0;
  double time_constant = 0.0;
  double delay = 0.0;
  double anti_lock_slip = 1.0;
  double hill_hold = 0.0;
};

// Electronic stability control. It brakes single wheels for `yaw_gain` N m of yaw moment for each
// rad/s of deviation from the steered yaw rate, beyond `yaw_threshold`, and for `slip_gain` for
// each rad of slip angle beyond `slip_threshold`; without gains it is off. The reference car
// understeers by `understeer_gradient` rad for each m/s^2.
struct StabilityControl {
  double yaw_gain = 0.0;
  double slip_gain = 0.0;
  double yaw_threshold = 0.05;
  double slip_threshold = 0.07;
  double understeer_gradient = 0.0;
  double time_constant = 0.1;
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
  Engine engine;
  Gearbox gearbox;
  StabilityControl stability_control;
  OdometryErrors odometry;

  // Return the accelerated mass in kg, with the spin of the wheels.
  double driven_mass() const;

  double wheelbase() const { return front_axle_x - rear_axle_x; }

  // The mass that one front and one rear wheel carry at rest.
  std::pair<double, double> wheel_masses() const;

  // Heights of the front and rear suspension mounts that put base_link on flat ground at rest.
  std::pair<double, double> mount_heights() const;
};

}  // namespace sim::vehicle
