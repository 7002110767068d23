#include "laws/robot_plugins/geodesic.h"

#include <cmath>

#include "laws/wgs84.h"

namespace sim::robot_plugins {
namespace {

using wgs84::SEMI_MAJOR_AXIS;
using wgs84::SQUARED_ECCENTRICITY;

constexpr double DEGREE = M_PI / 180.0;

}  // namespace

Geodesic::Geodesic(const Settings& settings)
    : latitude_(settings.number("referenceLatitude")),
      longitude_(settings.number("referenceLongitude")),
      altitude_(settings.number("referenceAltitude")),
      heading_(settings.number("referenceHeading") * DEGREE) {
  const double sine = std::sin(latitude_ * DEGREE),
               share = 1.0 / (1.0 - SQUARED_ECCENTRICITY * sine * sine);
  const double vertical = SEMI_MAJOR_AXIS * std::sqrt(share);
  north_ = vertical * (1.0 - SQUARED_ECCENTRICITY) * share;
  east_ = vertical * std::cos(latitude_ * DEGREE);
}

Values Geodesic::fix(const Values& place) const {
  const Values away = velocity(place);
  return {latitude_ + away[0] / north_ / DEGREE, longitude_ - away[1] / east_ / DEGREE,
          altitude_ + away[2]};
}

Values Geodesic::velocity(const Values& world) const {
  const double along = std::cos(heading_), across = std::sin(heading_);
  return {along * world[0] + across * world[1], -across * world[0] + along * world[1], world[2]};
}

Values magnetic_field(const Settings& settings) {
  const double turn =
      (settings.number("referenceHeading") - settings.number("declination")) * DEGREE;
  const double dip = settings.number("inclination") * DEGREE,
               magnitude = settings.number("magnitude");
  const double level = magnitude * std::cos(dip);
  return {level * std::cos(turn), level * std::sin(turn), -magnitude * std::sin(dip)};
}

}  // namespace sim::robot_plugins
