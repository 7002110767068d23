#include "laws/robot_plugins/drive.h"

#include <algorithm>
#include <cmath>

#include "laws/robot_plugins/tricycle_drive.h"
#include "laws/robot_plugins/wheel_drive.h"

namespace sim::robot_plugins {
namespace {

// Of the demanded speed: slower wheels are blocked.
constexpr double BLOCKED_SPEED = 0.05;

}  // namespace

double towards(double present, double wanted, double most) {
  return present + std::clamp(wanted - present, -most, most);
}

double ramp_start(double asked, double wanted, double turned) {
  const bool blocked = std::abs(turned) < BLOCKED_SPEED * std::abs(asked);
  return blocked && (wanted - asked) * asked < 0.0 ? turned : asked;
}

Covariance usual_covariance() { return planar_covariance(1e-5, 1e-5, 1e-3); }

std::unique_ptr<Drive> make_drive(const Settings& settings) {
  if (settings.kind().filename == std::string("libgazebo_ros_tricycle_drive.so"))
    return std::make_unique<TricycleDrive>(settings);
  return std::make_unique<WheelDrive>(settings);
}

}  // namespace sim::robot_plugins
