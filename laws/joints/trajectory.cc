#include "laws/joints/trajectory.h"

#include <algorithm>
#include <array>

namespace sim::joints {
namespace {

// Half a nanosecond, the resolution of ROS time stamps.
constexpr double TOLERANCE = 0.5e-9;

// Of the powers of u = (t - t0) / span, 0 to 5: Hermite polynomials by their boundary values.
std::array<double, 6> coefficients(const Knot& before, const Knot& after, double span) {
  const double way = after.value - before.value;
  if (after.degree == Degree::LINEAR) return {before.value, way, 0.0, 0.0, 0.0, 0.0};
  const double v0 = before.slope * span, v1 = after.slope * span;
  if (after.degree == Degree::CUBIC)
    return {before.value, v0, 3 * way - 2 * v0 - v1, v0 + v1 - 2 * way, 0.0, 0.0};
  const double a0 = before.curvature * span * span, a1 = after.curvature * span * span;
  return {before.value,
          v0,
          a0 / 2,
          10 * way - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1,
          -15 * way + 8 * v0 + 7 * v1 + 1.5 * a0 - a1,
          6 * way - 3 * (v0 + v1) - 0.5 * (a0 - a1)};
}

Sample between(const Knot& before, const Knot& after, double time) {
  if (after.degree == Degree::STEP) return {after.value, 0.0, 0.0};
  const double span = after.time - before.time;
  if (span < TOLERANCE) return {after.value, after.slope, after.curvature};
  const double u = std::clamp((time - before.time) / span, 0.0, 1.0);
  const auto [a, b, c, d, e, f] = coefficients(before, after, span);
  const double value = a + u * (b + u * (c + u * (d + u * (e + u * f))));
  const double slope = b + u * (2 * c + u * (3 * d + u * (4 * e + u * 5 * f)));
  const double curvature = 2 * c + u * (6 * d + u * (12 * e + u * 20 * f));
  return {value, slope / span, curvature / (span * span)};
}

}  // namespace

void Trajectory::merge(double base, const std::vector<Knot>& knots) {
  std::vector<Knot> kept(knots_.begin(),
                         knots_.begin() + static_cast<std::ptrdiff_t>(before(knots.front().time)));
  if (kept.empty() || kept.back().time < base - TOLERANCE) kept.push_back(cut(base));
  kept.insert(kept.end(), knots.begin(), knots.end());
  knots_ = std::move(kept);
}

Sample Trajectory::at(double time) const {
  const std::size_t index = before(time);
  if (index == 0) return {knots_.front().value, 0.0, 0.0};
  if (index == knots_.size()) return {falls_ ? 0.0 : knots_.back().value, 0.0, 0.0};
  return between(knots_[index - 1], knots_[index], time);
}

void Trajectory::forget(double time) {
  const std::size_t index = before(time);
  if (index > 1)
    knots_.erase(knots_.begin(), knots_.begin() + static_cast<std::ptrdiff_t>(index - 1));
}

std::size_t Trajectory::before(double time) const {
  const auto found =
      std::lower_bound(knots_.begin(), knots_.end(), time - TOLERANCE,
                       [](const Knot& knot, double limit) { return knot.time < limit; });
  return static_cast<std::size_t>(found - knots_.begin());
}

// A knot at `base` that leaves the way there as it was planned.
Knot Trajectory::cut(double base) const {
  const std::size_t index = before(base);
  const bool within = index > 0 && index < knots_.size();
  const Sample sample = at(base);
  return {base, within ? knots_[index].degree : Degree::STEP, sample.value, sample.slope,
          sample.curvature};
}

}  // namespace sim::joints
