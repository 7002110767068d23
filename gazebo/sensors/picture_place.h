// Whether the scene, which has single precision, shows something where physics has it.
#pragma once

#include <cmath>

#include <ignition/math/Pose3.hh>

namespace sim {

inline bool same_place(const ignition::math::Pose3d& drawn, const ignition::math::Pose3d& expected) {
  const double apart = (drawn.Pos() - expected.Pos()).Length(), turned = 1.0 - std::abs(drawn.Rot().Dot(expected.Rot()));
  return turned < 1e-6 && apart < 2e-3 + 1e-5 * expected.Pos().Length();
}

}  // namespace sim
