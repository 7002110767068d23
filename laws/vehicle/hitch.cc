#include "laws/vehicle/hitch.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

constexpr double COUPLING_DISTANCE = 0.05;  // m, of a ball that is taken
constexpr double RELEASE_DISTANCE = 0.3;    // m, of a ball that is lost
// The share of a rigid joint's mass that points outside of the models' centres move.
constexpr double SHARE = 0.25;
// k dt^2 / m of the spring, far from where explicit steps diverge, and its share of critical
// damping.
constexpr double RELATIVE_STIFFNESS = 0.1;
constexpr double DAMPING_RATIO = 0.4;
constexpr double MAX_STIFFNESS = 1e6;  // N/m, that no hitch exceeds
constexpr double SLACK_TIME = 0.2;     // Time in s in which slack fades

double length(const Vector& vector) {
  return std::sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

}  // namespace

Hitch::Hitch(double towed_mass, double towing_mass, double dt) : dt_(dt) {
  const double mass = SHARE * towed_mass * towing_mass / (towed_mass + towing_mass);
  stiffness_ = std::min(RELATIVE_STIFFNESS * mass / (dt * dt), MAX_STIFFNESS);
  damping_ = 2.0 * DAMPING_RATIO * std::sqrt(stiffness_ * mass);
}

Vector Hitch::pull(const Vector& gap, const Vector& rate) {
  const double apart = length(gap);
  if (closed_ ? apart > RELEASE_DISTANCE : apart < COUPLING_DISTANCE) {
    closed_ = !closed_;
    slack_ = gap;
  }
  Vector force{};
  if (!closed_) return force;
  const double left = std::exp(-dt_ / SLACK_TIME);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    slack_[axis] *= left;
    force[axis] = stiffness_ * (gap[axis] - slack_[axis]) + damping_ * rate[axis];
  }
  return force;
}

}  // namespace sim::vehicle
