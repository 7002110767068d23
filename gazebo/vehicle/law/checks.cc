#include "vehicle/law/checks.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/input_error.h"

namespace sim::vehicle {
namespace {

// Masses that are the same but for how they were written.
constexpr double ROUNDED = 0.01;

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

}  // namespace sim::vehicle
