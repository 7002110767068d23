// Conversions between Gazebo's vectors and the vectors of laws/.
#pragma once

#include <ignition/math/Vector3.hh>

#include "laws/vector.h"

namespace sim {

inline Vector vector(const ignition::math::Vector3d& from) {
  return {from.X(), from.Y(), from.Z()};
}

inline ignition::math::Vector3d vector(const Vector& from) { return {from[0], from[1], from[2]}; }

}  // namespace sim
