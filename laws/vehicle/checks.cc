#include "laws/vehicle/checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
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

}  // namespace

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
