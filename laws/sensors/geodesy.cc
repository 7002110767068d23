#include "laws/sensors/geodesy.h"

#include <cmath>

#include "laws/wgs84.h"

namespace sim {

Vector east_north_up(const Origin& origin, const Vector& position) {
  const double c = std::cos(origin.heading), s = std::sin(origin.heading);
  return {c * position[0] - s * position[1], s * position[0] + c * position[1], position[2]};
}

Geodetic geodetic(const Origin& origin, const Vector& east_north_up) {
  constexpr double A = wgs84::SEMI_MAJOR_AXIS, B = wgs84::SEMI_MINOR_AXIS;
  constexpr double E2 = wgs84::SQUARED_ECCENTRICITY;
  const double sp = std::sin(origin.latitude), cp = std::cos(origin.latitude),
               sl = std::sin(origin.longitude), cl = std::cos(origin.longitude);
  const double n = A / std::sqrt(1.0 - E2 * sp * sp);
  const auto [e, o, u] = east_north_up;
  const double x = (n + origin.elevation) * cp * cl - sl * e - sp * cl * o + cp * cl * u;
  const double y = (n + origin.elevation) * cp * sl + cl * e - sp * sl * o + cp * sl * u;
  const double z = (n * (1.0 - E2) + origin.elevation) * sp + cp * o + sp * u;
  const double p = std::hypot(x, y), theta = std::atan2(z * A, p * B);
  const double latitude = std::atan2(z + E2 / (1.0 - E2) * B * std::pow(std::sin(theta), 3),
                                     p - E2 * A * std::pow(std::cos(theta), 3));
  const double curvature = A / std::sqrt(1.0 - E2 * std::pow(std::sin(latitude), 2));
  // Holds at the poles too.
  const double altitude = p * std::cos(latitude) + z * std::sin(latitude) - A * A / curvature;
  return {latitude, std::atan2(y, x), altitude};
}

}  // namespace sim
