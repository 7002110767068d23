#include "laws/vehicle/ground_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sim::vehicle {
namespace {

constexpr double UNKNOWN = std::numeric_limits<double>::quiet_NaN();
constexpr double MAX_PROFILE_SLOPE = 1.0;  // tangent, that a damper follows
constexpr double MIN_PROFILE_RATE = 1e-3;  // m/s, below which a profile's rate is rounding
// The tangent of the steepest slope that a rim is pushed by.
constexpr double STEEPEST_PUSH = 2.0;
// Difference in m/s between a vehicle's displacement and its velocity from which it counts as moved
// from outside.
constexpr double PLACED = 2.0;

}  // namespace

GroundContact::GroundContact(const Wheel& wheel, const std::array<Vector, 4>& mounts, double reach)
    : wheel_(wheel),
      mounts_(mounts),
      reach_(reach),
      offsets_(ray_offsets(std::lround(wheel.rays), wheel.radius)) {
  reset();
}

void GroundContact::reset() {
  rims_ = {};
  distances_.fill(UNKNOWN);
  place_.fill(UNKNOWN);
  aim({});
}

void GroundContact::aim(const std::array<double, 2>& steering_angles) {
  headings_ = {steering_angles[0], steering_angles[1], 0.0, 0.0};
  rays_.clear();
  for (std::size_t index = 0; index < mounts_.size(); ++index) {
    const auto [x, y, z] = mounts_[index];
    const double cos = std::cos(headings_[index]), sin = std::sin(headings_[index]);
    for (const double offset : offsets_) rays_.push_back({x + cos * offset, y + sin * offset, z});
  }
}

void GroundContact::look(double dt, const Ground& ground, const Vector& velocity) {
  for (std::size_t index = 0; index < rims_.size(); ++index) {
    const Touch* const first = ground.touches.data() + index * offsets_.size();
    rims_[index] = rim_contact(offsets_, first, wheel_.radius);
    if (!(rims_[index].distance < reach_)) distances_[index] = UNKNOWN;
  }
  double apart = 0.0;
  for (std::size_t axis = 0; axis < place_.size(); ++axis)
    apart = std::hypot(apart, ground.place[axis] - place_[axis] - velocity[axis] * dt);
  if (apart > PLACED * dt) distances_.fill(UNKNOWN);
  place_ = ground.place;
}

Patches GroundContact::patches(const Rotation& pose) const {
  Patches patches;
  for (std::size_t index = 0; index < patches.size(); ++index) {
    const RimContact& rim = rims_[index];
    if (!(rim.distance < reach_)) continue;
    const auto [x, y, z] = mounts_[index];
    const double ahead = wheel_.radius * rim.ahead;
    const double raised = wheel_.radius * (1.0 - std::sqrt(1.0 - rim.ahead * rim.ahead));
    patches[index] =
        in_world(pose, {x + std::cos(headings_[index]) * ahead,
                        y + std::sin(headings_[index]) * ahead, z - (rim.distance - raised)});
  }
  return patches;
}

double GroundContact::extension(std::size_t index, double dt, double on_plane, double speed) {
  const double distance = rims_[index].distance;
  const double before = std::exchange(distances_[index], distance);
  const double profile = (distance - before) / dt - on_plane;
  if (!(std::abs(profile) > MIN_PROFILE_RATE)) return on_plane;
  const double most = MAX_PROFILE_SLOPE * speed;
  return on_plane + std::min(std::max(profile, -most), most);
}

Tangential GroundContact::push(std::size_t index, const Rotation& pose, const Vector& normal,
                               const Vector& forward, const Vector& left) const {
  if (offsets_.size() == 1) return {};
  const double ahead = rims_[index].ahead;
  const double cos = std::cos(headings_[index]), sin = std::sin(headings_[index]);
  const Vector towards =
      in_world(pose, {-cos * ahead, -sin * ahead, std::sqrt(1.0 - ahead * ahead)});
  double across = 0.0, along = 0.0;
  for (std::size_t axis = 0; axis < normal.size(); ++axis) {
    across += towards[axis] * normal[axis];
    along += towards[axis] * (cos * forward[axis] + sin * left[axis]);
  }
  const double slope = across > 0.0 ? along / across : 0.0;
  const double share = std::min(std::max(slope, -STEEPEST_PUSH), STEEPEST_PUSH);
  return {cos * share, sin * share};
}

}  // namespace sim::vehicle
