#include "laws/vehicle/parameters_table.h"

#include <array>
#include <utility>

namespace sim::vehicle {
namespace {

Field number(const char* name, double lower, double upper, double& value) {
  return {name, lower, upper, &value};
}

Field optional(const char* name, double lower, double upper, double& value) {
  return {name, lower, upper, &value, false};
}

template <std::size_t N>
Field list(const char* name, double lower, double upper, std::array<double, N>& values) {
  return {name, lower, upper, values.data(), false, {}, N};
}

Field section(const char* name, std::vector<Field> fields) {
  return {name, 0.0, 0.0, nullptr, true, std::move(fields)};
}

Field optional_section(const char* name, std::vector<Field> fields) {
  return {name, 0.0, 0.0, nullptr, false, std::move(fields)};
}

std::vector<Field> wheel(Wheel& to) {
  return {number("radius", 0.02, 2.0, to.radius),
          number("inertia", 1e-6, 1000.0, to.inertia),
          number("friction", 0.0, 3.0, to.friction),
          number("rolling_resistance", 0.0, 1.0, to.rolling_resistance),
          optional("slip_time_constant", 1e-3, 1.0, to.slip_time_constant),
          optional("standstill_speed", 1e-3, 1.0, to.standstill_speed),
          optional("rays", 1.0, 51.0, to.rays),
          optional("vertical_stiffness", 0.0, 1e8, to.vertical_stiffness),
          optional("mass", 0.0, 1e4, to.mass)};
}

std::vector<Field> tyre(TyreParameters& to) {
  return {optional("nominal_load", 0.0, 1e6, to.nominal_load),
          optional("cornering_stiffness", 0.1, 200.0, to.cornering_stiffness),
          optional("longitudinal_stiffness", 0.1, 200.0, to.longitudinal_stiffness),
          optional("load_sensitivity", 0.0, 1.0, to.load_sensitivity),
          optional("lateral_relaxation", 0.01, 5.0, to.lateral_relaxation),
          optional("longitudinal_relaxation", 0.01, 5.0, to.longitudinal_relaxation)};
}

std::vector<Field> aerodynamics(Aerodynamics& to) {
  return {optional("drag_area", 0.0, 100.0, to.drag_area), optional("center", 0.0, 10.0, to.center),
          optional("side_area", 0.0, 100.0, to.side_area),
          optional("front_lift_area", -100.0, 100.0, to.front_lift_area),
          optional("rear_lift_area", -100.0, 100.0, to.rear_lift_area)};
}

std::vector<Field> odometry(OdometryErrors& to) {
  return {optional("radius_error", -0.5, 0.5, to.radius_error),
          optional("radius_difference", -0.5, 0.5, to.radius_difference),
          optional("track_error", -0.5, 0.5, to.track_error),
          optional("distance_noise", 0.0, 1.0, to.distance_noise)};
}

std::vector<Field> suspension(Suspension& to) {
  return {number("stiffness", 10.0, 1e7, to.stiffness),
          number("damping", 0.0, 1e6, to.damping),
          number("rest_length", 0.01, 5.0, to.rest_length),
          optional("rear_stiffness", 0.0, 1e7, to.rear_stiffness),
          optional("rear_damping", 0.0, 1e6, to.rear_damping),
          optional("front_anti_roll", 0.0, 1e7, to.front_anti_roll),
          optional("rear_anti_roll", 0.0, 1e7, to.rear_anti_roll),
          optional("bump_travel", 0.0, 5.0, to.bump_travel),
          optional("bump_stiffness", 0.0, 1e8, to.bump_stiffness),
          optional("front_camber_gain", -10.0, 10.0, to.front_camber_gain),
          optional("rear_camber_gain", -10.0, 10.0, to.rear_camber_gain),
          optional("front_toe", -0.2, 0.2, to.front_toe),
          optional("rear_toe", -0.2, 0.2, to.rear_toe)};
}

std::vector<Field> steering(Steering& to) {
  return {number("max_angle", 0.01, 1.5, to.max_angle),
          number("max_rate", 0.01, 100.0, to.max_rate),
          optional("time_constant", 0.0, 10.0, to.time_constant),
          optional("delay", 0.0, 10.0, to.delay), optional("compliance", 0.0, 1e-4, to.compliance)};
}

std::vector<Field> drive(Drive& to) {
  return {number("max_torque", 0.1, 1e6, to.max_torque),
          number("max_power", 1.0, 1e8, to.max_power),
          number("front_share", 0.0, 1.0, to.front_share),
          optional("time_constant", 0.0, 10.0, to.time_constant),
          optional("delay", 0.0, 10.0, to.delay),
          optional("overrun_torque", 0.0, 1e6, to.overrun_torque),
          optional("front_lock", 0.0, 1e6, to.front_lock),
          optional("rear_lock", 0.0, 1e6, to.rear_lock),
          optional("center_lock", 0.0, 1e6, to.center_lock)};
}

std::vector<Field> engine(Engine& to) {
  return {list("speeds", 0.1, 1e5, to.speeds), list("torques", 1e-3, 1e5, to.torques),
          optional("idle_speed", 0.0, 1e4, to.idle_speed),
          optional("braking_torque", 0.0, 1e5, to.braking_torque),
          optional("inertia", 0.0, 1e3, to.inertia)};
}

std::vector<Field> gearbox(Gearbox& to) {
  return {list("ratios", 0.01, 1000.0, to.ratios),
          optional("final_ratio", 0.01, 1000.0, to.final_ratio),
          optional("reverse_ratio", 0.0, 1000.0, to.reverse_ratio),
          optional("efficiency", 0.1, 1.0, to.efficiency),
          optional("shift_time", 0.0, 10.0, to.shift_time)};
}

std::vector<Field> stability_control(StabilityControl& to) {
  return {optional("yaw_gain", 0.0, 1e8, to.yaw_gain),
          optional("slip_gain", 0.0, 1e8, to.slip_gain),
          optional("yaw_threshold", 0.0, 10.0, to.yaw_threshold),
          optional("slip_threshold", 0.0, 1.5, to.slip_threshold),
          optional("understeer_gradient", -0.1, 0.1, to.understeer_gradient),
          optional("time_constant", 0.0, 10.0, to.time_constant)};
}

std::vector<Field> brake(Brake& to) {
  return {number("max_torque", 0.1, 1e6, to.max_torque),
          number("front_share", 0.0, 1.0, to.front_share),
          optional("time_constant", 0.0, 10.0, to.time_constant),
          optional("delay", 0.0, 10.0, to.delay),
          optional("anti_lock_slip", 0.01, 1.0, to.anti_lock_slip),
          optional("hill_hold", 0.0, 1e6, to.hill_hold)};
}

std::vector<Field> speed_control(SpeedControl& to) {
  return {number("proportional_gain", 0.0, 100.0, to.proportional_gain),
          number("integral_gain", 0.0, 100.0, to.integral_gain),
          number("max_speed", 0.1, 200.0, to.max_speed),
          number("max_acceleration", 0.01, 100.0, to.max_acceleration),
          number("max_deceleration", 0.01, 100.0, to.max_deceleration)};
}

}  // namespace

std::vector<Field> vehicle_fields(VehicleParameters& to) {
  return {number("mass", 1.0, 1e6, to.mass),
          number("front_axle_x", -50.0, 50.0, to.front_axle_x),
          number("rear_axle_x", -50.0, 50.0, to.rear_axle_x),
          number("track", 0.05, 10.0, to.track),
          section("wheel", wheel(to.wheel)),
          section("suspension", suspension(to.suspension)),
          section("steering", steering(to.steering)),
          section("drive", drive(to.drive)),
          section("brake", brake(to.brake)),
          section("speed_control", speed_control(to.speed_control)),
          optional("center_of_mass_x", -50.0, 50.0, to.center_of_mass_x),
          optional("command_timeout", 0.01, 1e6, to.command_timeout),
          optional("payload", 0.0, 1e6, to.payload),
          optional_section("tyre", tyre(to.tyre)),
          optional_section("aerodynamics", aerodynamics(to.aerodynamics)),
          optional_section("engine", engine(to.engine)),
          optional_section("gearbox", gearbox(to.gearbox)),
          optional_section("stability_control", stability_control(to.stability_control)),
          optional_section("odometry", odometry(to.odometry))};
}

}  // namespace sim::vehicle
