// Comparison of poses to the last bit. Ignition's own comparison ignores a millimetre and a tenth
// of a degree.
#pragma once

#include <ignition/math/Pose3.hh>

namespace sim {

inline bool same(const ignition::math::Pose3d& a, const ignition::math::Pose3d& b) {
  const auto &p = a.Rot(), &q = b.Rot();
  return a.Pos().X() == b.Pos().X() && a.Pos().Y() == b.Pos().Y() && a.Pos().Z() == b.Pos().Z() &&
         p.W() == q.W() && p.X() == q.X() && p.Y() == q.Y() && p.Z() == q.Z();
}

}  // namespace sim
