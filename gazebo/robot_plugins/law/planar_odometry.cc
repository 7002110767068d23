#include "robot_plugins/law/planar_odometry.h"

#include <cmath>

namespace sim::robot_plugins {

void PlanarOdometry::roll(double left, double right, double separation, double dt) {
  const double way = (left + right) / 2.0, turn = (right - left) / separation;
  x += way * std::cos(yaw + turn / 2.0);
  y += way * std::sin(yaw + turn / 2.0);
  yaw += turn;
  forward = way / dt;
  turning = turn / dt;
}

}  // namespace sim::robot_plugins
