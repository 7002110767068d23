#include "laws/sensors/cone.h"

#include <algorithm>
#include <cmath>

namespace sim {

std::vector<Vector> cone(double half_angle, double spacing, double rim) {
  std::vector<Vector> rays = {{1.0, 0.0, 0.0}};
  const int rings = std::max(static_cast<int>(std::ceil(half_angle / spacing)), 1);
  for (int ring = 1; ring <= rings; ++ring) {
    const double off = half_angle * ring / rings;
    const int dense = static_cast<int>(std::ceil(2.0 * M_PI * std::sin(off) / rim));
    const int count = ring == rings ? std::max(dense, 6 * ring) : 6 * ring;
    for (int k = 0; k < count; ++k) {
      const double around = 2.0 * M_PI * k / count;
      rays.push_back(
          {std::cos(off), std::sin(off) * std::cos(around), std::sin(off) * std::sin(around)});
    }
  }
  return rays;
}

}  // namespace sim
