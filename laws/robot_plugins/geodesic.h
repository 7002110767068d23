// Position of hector_gazebo_plugins' gps on the ellipsoid, from its position in the world. Degrees
// and m.
#pragma once

#include "laws/robot_plugins/errors.h"
#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

class Geodesic {
 public:
  explicit Geodesic(const Settings& settings);

  // Latitude, longitude and altitude of a place in the world.
  Values fix(const Values& place) const;
  // North, west and up of a velocity in the world.
  Values velocity(const Values& world) const;

 private:
  double latitude_, longitude_, altitude_, heading_;  // heading in rad
  double north_, east_;                               // m per radian
};

// The field in the world that hector_gazebo_plugins' magnetic takes for the earth's, in the unit of
// its <magnitude>.
Values magnetic_field(const Settings& settings);

}  // namespace sim::robot_plugins
