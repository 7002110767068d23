// A robot with a wheel that steers and drives, and two that roll (libgazebo_ros_tricycle_drive.so).
#pragma once

#include "laws/robot_plugins/drive.h"

namespace sim::robot_plugins {

class TricycleDrive : public Drive {
 public:
  explicit TricycleDrive(const Settings& settings);

  // m/s at the driven wheel's rim, and the angle of the steering, rad.
  void command(double speed, double angle) override;
  // Of the steering and of the driven wheel.
  std::vector<double> rates(const std::vector<double>& angles, double dt) override;
  void reset() override;

 private:
  double steering_rate(double angle, double dt) const;

  // rad/s^2 of the driven wheel, 0 is at once; m; rad/s of the steering, 0 is at once; rad.
  double acceleration_, deceleration_, driven_radius_, steering_speed_, tolerance_;
  // rad/s of the driven wheel: desired speed and speed commanded to its motor; steering angle in
  // rad.
  double wanted_ = 0.0, asked_ = 0.0, angle_ = 0.0;
};

}  // namespace sim::robot_plugins
