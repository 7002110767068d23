#include "laws/vehicle/checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "laws/input_error.h"
#include "laws/vehicle/vehicle.h"

namespace sim::vehicle {
namespace {

// Masses that are the same but for how they were written.
constexpr double ROUNDED = 0.01;
// Wheels that are shown about as they are: a share of the radius, and m.
constexpr double SAME_RADIUS = 0.05;
constexpr double SAME_PLACE = 0.05;

template <class... Values>
std::string text(const char* format, Values... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

void check_mass(const VehicleParameters& parameters, double mass) {
  const double usual = parameters.mass, payload = parameters.payload;
  if ((1.0 - ROUNDED) * usual <= mass && mass <= (1.0 + ROUNDED) * usual + payload) return;
  throw InputError("vehicle: mass",
                   text("the model's links weigh %g kg, not the %g kg of its vehicle.yaml, which "
                        "allows a payload of %g kg; correct one of them",
                        mass, usual, payload));
}

// Semi-implicit Euler steps of a mass on a spring and a damper stay bounded while k dt^2/m + 2 d
// dt/m < 4; roll and pitch take half of that.
void check_axle(const Suspension::Axle& axle, double mass, double dt, const char* which) {
  const double size = (axle.stiffness * dt + 2.0 * axle.damping) * dt / mass;
  if (size < 2.0) return;
  throw InputError("vehicle: suspension",
                   text("its %s springs of %g N/m and dampers of %g N s/m under %g kg each need "
                        "steps of %.3g s or less, and the physics makes steps of %g s",
                        which, axle.stiffness, axle.damping, mass, dt * 2.0 / size, dt));
}

// Refuse vehicles that cannot stand on their four wheels.
void check_geometry(const VehicleParameters& parameters, const std::string& path) {
  const double rays = parameters.wheel.rays;
  if (rays != std::floor(rays))
    throw InputError(path + ": wheel.rays",
                     text("%g", rays) + " is not whole; give a number of rays");
  if (parameters.wheelbase() <= 0.0) {
    throw InputError(path + ": front_axle_x",
                     "must be ahead of rear_axle_x (" + text("%g", parameters.rear_axle_x) + ")");
  }
  const double center = parameters.center_of_mass_x;
  if (!(parameters.rear_axle_x < center && center < parameters.front_axle_x)) {
    throw InputError(path + ": center_of_mass_x", "must lie between rear_axle_x and front_axle_x");
  }
  const Wheel& wheel = parameters.wheel;
  if (wheel.mass > 0.0 && wheel.vertical_stiffness == 0.0)
    throw InputError(path + ": wheel.mass",
                     "needs a tyre that gives way; give wheel.vertical_stiffness");
  const auto [front, rear] = parameters.wheel_masses();
  if (wheel.mass >= std::min(front, rear))
    throw InputError(
        path + ": wheel.mass",
        "must be less than the " + text("%g", std::min(front, rear)) + " kg that a wheel carries");
  const auto [front_mount, rear_mount] = parameters.mount_heights();
  if (std::min(front_mount, rear_mount) <= parameters.wheel.radius) {
    const auto [front_mass, rear_mass] = parameters.wheel_masses();
    const Suspension& suspension = parameters.suspension;
    const double deflection = std::max(front_mass / suspension.front().stiffness,
                                       rear_mass / suspension.rear().stiffness) *
                              GRAVITY;
    throw InputError(path + ": suspension.rest_length", "must exceed the deflection at rest, " +
                                                            text("%.3f", deflection) +
                                                            " m; lengthen or stiffen the spring");
  }
}

// Throw InputError for maps over engine speed that are not ordered or are empty.
void check_engine(const Engine& engine, const std::string& path) {
  const auto end = std::find(engine.speeds.begin(), engine.speeds.end(), 0.0);
  if (std::adjacent_find(engine.speeds.begin(), end, std::greater_equal<>()) != end)
    throw InputError(path + ": engine.speeds", "must rise from each to the next");
  const auto points = end - engine.speeds.begin();
  const auto given = std::find(engine.torques.begin(), engine.torques.end(), 0.0);
  if (given - engine.torques.begin() != points)
    throw InputError(path + ": engine.torques", "must have a number for each of engine.speeds");
  if (points > 0 && engine.idle_speed >= engine.speeds[points - 1])
    throw InputError(path + ": engine.idle_speed", "must be below the highest of engine.speeds (" +
                                                       text("%g", engine.speeds[points - 1]) + ")");
}

// Refuse gears that an automatic box could not shift through.
void check_gearbox(const Gearbox& gearbox, const std::string& path) {
  const auto end = std::find(gearbox.ratios.begin(), gearbox.ratios.end(), 0.0);
  if (std::adjacent_find(gearbox.ratios.begin(), end, std::less_equal<>()) != end)
    throw InputError(path + ": gearbox.ratios", "must fall from each gear to the next");
}

}  // namespace

void check_parameters(const VehicleParameters& parameters, const std::string& path) {
  check_geometry(parameters, path);
  check_engine(parameters.engine, path);
  check_gearbox(parameters.gearbox, path);
}

void check_vehicle_model(const VehicleParameters& parameters, double mass, double dt) {
  check_mass(parameters, mass);
  const auto [front, rear] = parameters.wheel_masses();
  check_axle(parameters.suspension.front(), front, dt, "front");
  check_axle(parameters.suspension.rear(), rear, dt, "rear");
}

void check_shown_wheel(const VehicleParameters& parameters, std::size_t index, double x, double y,
                       double radius) {
  const std::string where = std::string("vehicle: ") + WHEELS[index] + "_wheel";
  const double wanted = parameters.wheel.radius;
  if (std::abs(radius - wanted) > SAME_RADIUS * wanted)
    throw InputError(where, text("the model shows it with a radius of %g m, not the %g m that all "
                                 "wheels have in its vehicle.yaml; correct one of them",
                                 radius, wanted));
  const double axle = index < 2 ? parameters.front_axle_x : parameters.rear_axle_x;
  const double beside = index % 2 == 0 ? 0.5 * parameters.track : -0.5 * parameters.track;
  if (std::hypot(x - axle, y - beside) > SAME_PLACE)
    throw InputError(where,
                     text("the model shows it at x = %g m, y = %g m, and by its vehicle.yaml "
                          "it is at %g m, %g m; correct one of them",
                          x, y, axle, beside));
}

void require_anti_lock(const VehicleParameters& parameters) {
  if (parameters.brake.anti_lock_slip < 1.0) return;
  throw InputError("anti_lock",
                   "the vehicle has no anti-lock brakes; give its vehicle.yaml a "
                   "brake.anti_lock_slip below 1");
}

void require_stability_control(const VehicleParameters& parameters) {
  const StabilityControl& control = parameters.stability_control;
  if (control.yaw_gain > 0.0 || control.slip_gain > 0.0) return;
  throw InputError("stability_control",
                   "the vehicle has no stability control; give its vehicle.yaml a "
                   "stability_control.yaw_gain above 0");
}

}  // namespace sim::vehicle
