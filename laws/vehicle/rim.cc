#include "laws/vehicle/rim.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

// Radii from the hub to the outermost ray.
constexpr double OUTERMOST = 0.9;

// Height of a disc's hub above the mount, and distance of its contact ahead of it.
struct Stand {
  double hub = -std::numeric_limits<double>::infinity();
  double ahead = 0.0;
};

// On the line from (x, z) to (next_x, next_z), touching it or one of its ends.
Stand on_line(double x, double z, double next_x, double next_z, double radius) {
  const double slope = (next_z - z) / (next_x - x), length = std::hypot(1.0, slope);
  const double touching = radius * slope / length;
  if (x <= touching && touching <= next_x) return {z - slope * x + radius * length, touching};
  const bool first = touching < x;
  const double end = first ? x : next_x;
  return {(first ? z : next_z) + std::sqrt(radius * radius - end * end), end};
}

}  // namespace

std::vector<double> ray_offsets(std::size_t count, double radius) {
  if (count < 2) return {0.0};
  std::vector<double> offsets(count);
  const double last = static_cast<double>(count - 1);
  for (std::size_t i = 0; i < count; ++i)
    offsets[i] = OUTERMOST * radius * (2.0 * static_cast<double>(i) / last - 1.0);
  return offsets;
}

RimContact rim_contact(const std::vector<double>& offsets, const Touch* touches, double radius) {
  if (offsets.size() == 1) return {touches[0], 0.0};
  Stand best;
  const auto consider = [&best](const Stand& stand) {
    if (stand.hub > best.hub) best = stand;
  };
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const double x = offsets[i], z = -touches[i].distance;
    if (!std::isfinite(z)) continue;
    const bool last = i + 1 == offsets.size() || !std::isfinite(touches[i + 1].distance);
    consider(last ? Stand{z + std::sqrt(radius * radius - x * x), x}
                  : on_line(x, z, offsets[i + 1], -touches[i + 1].distance, radius));
  }
  if (!std::isfinite(best.hub)) return {};
  const auto nearer = [&best](double one, double other) {
    return std::abs(one - best.ahead) < std::abs(other - best.ahead);
  };
  const auto ray = std::min_element(offsets.begin(), offsets.end(), nearer) - offsets.begin();
  RimContact found{touches[ray], best.ahead / radius};
  found.distance = radius - best.hub;
  return found;
}

}  // namespace sim::vehicle
