// Poses of the limbs of walking persons: the plugin of traffic swings them, lidars read them.
// Called with the world locked.
#pragma once

#include <cmath>
#include <string>
#include <unordered_map>

#include <gazebo/msgs/msgs.hh>
#include <ignition/math/Pose3.hh>

#include "laws/traffic/limbs.h"

namespace sim {

// `scope` is the full name of the visual's link with :: behind it.
inline bool is_limb(const gazebo::msgs::Visual& visual, const std::string& scope) {
  return visual.name().size() > scope.size() &&
         forward_of(visual.name().substr(scope.size())) != 0.0 &&
         (visual.geometry().has_box() || visual.geometry().has_mesh());
}

class ShownLimbs {
 public:
  static ShownLimbs& instance();

  // By the full name of the visual, in its link.
  void set(const std::string& visual, const ignition::math::Pose3d& link_from_limb) {
    poses_[visual] = link_from_limb;
  }

  ignition::math::Pose3d of(const std::string& visual, const ignition::math::Pose3d& rest) const {
    const auto found = poses_.find(visual);
    return found == poses_.end() ? rest : found->second;
  }

  // Request swinging limbs for rays, even without a camera.
  void want(double time) { wanted_ = time; }
  bool wanted(double time) const { return std::abs(time - wanted_) < RECENT; }

 private:
  static constexpr double RECENT = 1.0;  // s
  std::unordered_map<std::string, ignition::math::Pose3d> poses_;
  double wanted_ = -10.0;
};

}  // namespace sim
