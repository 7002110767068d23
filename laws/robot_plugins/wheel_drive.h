// A robot on wheels that turns by driving its sides at different speeds, with two wheels
// (libgazebo_ros_diff_drive.so) or four (libgazebo_ros_skid_steer_drive.so).
#pragma once

#include "laws/robot_plugins/drive.h"

namespace sim::robot_plugins {

class WheelDrive : public Drive {
 public:
  explicit WheelDrive(const Settings& settings);

  // m/s and rad/s of the base.
  void command(double forward, double turning) override;
  // No wheel's speed changes faster than <wheelAcceleration> allows.
  std::vector<double> rates(const std::vector<double>& angles, double dt) override;
  void reset() override;

 private:
  double acceleration_;
  // m/s at the rims: desired speeds and speeds commanded to the motors.
  Sides wanted_, asked_;
};

}  // namespace sim::robot_plugins
