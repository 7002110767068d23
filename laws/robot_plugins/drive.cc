#include "laws/robot_plugins/drive.h"

#include <algorithm>

#include "laws/robot_plugins/tricycle_drive.h"
#include "laws/robot_plugins/wheel_drive.h"

namespace sim::robot_plugins {

double towards(double present, double wanted, double most) {
  return present + std::clamp(wanted - present, -most, most);
}

Covariance usual_covariance() { return planar_covariance(1e-5, 1e-5, 1e-3); }

std::unique_ptr<Drive> make_drive(const Settings& settings) {
  if (settings.kind().filename == std::string("libgazebo_ros_tricycle_drive.so"))
    return std::make_unique<TricycleDrive>(settings);
  return std::make_unique<WheelDrive>(settings);
}

}  // namespace sim::robot_plugins
