// Positions near a place on the WGS84 ellipsoid; angles in rad. Gazebo's own conversion turns the
// world by half a turn.
#pragma once

#include <cmath>

#include <ignition/math/Vector3.hh>

namespace sim {

// Where the world's origin is; `heading` turns from east to the world's x axis, counterclockwise.
struct Origin {
  double latitude, longitude, elevation, heading;
};

struct Geodetic {
  double latitude, longitude, altitude;
};

inline ignition::math::Vector3d east_north_up(const Origin& origin,
                                              const ignition::math::Vector3d& position) {
  const double c = std::cos(origin.heading), s = std::sin(origin.heading);
  return {c * position.X() - s * position.Y(), s * position.X() + c * position.Y(), position.Z()};
}

// By way of earth-centred coordinates and Bowring's formula, which near the ground is exact to
// micrometres.
inline Geodetic geodetic(const Origin& origin, const ignition::math::Vector3d& east_north_up) {
  constexpr double A = 6378137.0;            // m, semi-major axis
  constexpr double F = 1.0 / 298.257223563;  // flattening
  constexpr double E2 = F * (2.0 - F);       // squared eccentricity
  constexpr double B = A * (1.0 - F);        // m, semi-minor axis
  const double sp = std::sin(origin.latitude), cp = std::cos(origin.latitude),
               sl = std::sin(origin.longitude), cl = std::cos(origin.longitude);
  const double n = A / std::sqrt(1.0 - E2 * sp * sp);
  const double e = east_north_up.X(), o = east_north_up.Y(), u = east_north_up.Z();
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
