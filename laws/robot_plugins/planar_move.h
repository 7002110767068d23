// The law of gazebo_plugins' planar_move: a model that moves over the plane at the commanded
// velocity. SI units.
#pragma once

#include "laws/robot_plugins/planar_odometry.h"
#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

// Speeds in the plane: along x and y, and about z.
struct PlanarTwist {
  double x = 0.0, y = 0.0, turning = 0.0;
};

class PlanarMove {
 public:
  explicit PlanarMove(const Settings& settings) : timeout_(settings.number("cmdTimeout")) {}

  // Set the commanded velocity in the model's frame, received at `time`; InputError for values that
  // are not finite.
  void command(const PlanarTwist& wanted, double time);
  // The speeds in the world of a model that heads by `yaw`; none once the last command is older
  // than <cmdTimeout>, where that is above 0.
  PlanarTwist in_world(double yaw, double time) const;
  void reset() { wanted_ = {}; }
  // Upstream's.
  static Covariance pose_covariance() { return planar_covariance(1e-5, 1e-5, 1e-3); }

 private:
  double timeout_, told_ = 0.0;
  PlanarTwist wanted_;
};

}  // namespace sim::robot_plugins
