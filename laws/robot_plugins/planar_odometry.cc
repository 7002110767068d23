#include "laws/robot_plugins/planar_odometry.h"

#include <cmath>

namespace sim::robot_plugins {
namespace {

constexpr double UNKNOWN = 1e12;

}  // namespace

Covariance planar_covariance(double x, double y, double yaw) {
  Covariance made{};
  made[0] = x;
  made[7] = y;
  made[14] = made[21] = made[28] = UNKNOWN;
  made[35] = yaw;
  return made;
}

void PlanarOdometry::roll(double left, double right, double separation, double dt) {
  const double way = (left + right) / 2.0, turn = (right - left) / separation;
  x += way * std::cos(yaw + turn / 2.0);
  y += way * std::sin(yaw + turn / 2.0);
  yaw += turn;
  forward = way / dt;
  turning = turn / dt;
}

}  // namespace sim::robot_plugins
