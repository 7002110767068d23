#include "laws/vehicle/hitch.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

// m within which a ball is taken, and beyond which it is lost.
constexpr double TAKEN = 0.05, LOST = 0.3;
// The share of a rigid joint's mass that points outside of the models' centres move.
constexpr double SHARE = 0.25;
// k dt^2 / m of the spring, far from where explicit steps diverge, and its share of critical
// damping.
constexpr double STIFF = 0.1, DAMPED = 0.4;
// N/m that no hitch exceeds, and s in which slack fades.
constexpr double STEEL = 1e6, FADING = 0.2;

double length(const Vector& vector) {
  return std::sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

}  // namespace

Hitch::Hitch(double towed_mass, double towing_mass, double dt) : dt_(dt) {
  const double mass = SHARE * towed_mass * towing_mass / (towed_mass + towing_mass);
  stiffness_ = std::min(STIFF * mass / (dt * dt), STEEL);
  damping_ = 2.0 * DAMPED * std::sqrt(stiffness_ * mass);
}

Vector Hitch::pull(const Vector& gap, const Vector& rate) {
  const double apart = length(gap);
  if (closed_ ? apart > LOST : apart < TAKEN) {
    closed_ = !closed_;
    slack_ = gap;
  }
  Vector force{};
  if (!closed_) return force;
  const double left = std::exp(-dt_ / FADING);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    slack_[axis] *= left;
    force[axis] = stiffness_ * (gap[axis] - slack_[axis]) + damping_ * rate[axis];
  }
  return force;
}

}  // namespace sim::vehicle
