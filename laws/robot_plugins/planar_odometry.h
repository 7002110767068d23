// Planar odometry of a wheeled robot from the rotation of its wheels. SI units.
#pragma once

#include <array>

namespace sim::robot_plugins {

// Of x, y, z and the rotations about them, row by row.
using Covariance = std::array<double, 36>;

// Return the covariance of a robot in the plane; unobserved components get upstream's 1e12.
Covariance planar_covariance(double x, double y, double yaw);

// A pose in the plane and the speeds in its own frame.
struct PlanarOdometry {
  double x = 0.0, y = 0.0, yaw = 0.0;
  double forward = 0.0, lateral = 0.0, turning = 0.0;

  // Its sides, `separation` m apart, have rolled by `left` and `right` m within `dt` s: the base
  // has moved on the arc that both roll (Siegwart et al., Introduction to Autonomous Mobile Robots,
  // 5.2.4).
  void roll(double left, double right, double separation, double dt);
};

}  // namespace sim::robot_plugins
