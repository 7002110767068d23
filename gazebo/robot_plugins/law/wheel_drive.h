// A robot on wheels that turns by driving its sides at different speeds, with two wheels
// (libgazebo_ros_diff_drive.so) or four (libgazebo_ros_skid_steer_drive.so).
//
// SI units; angular rates of wheels in rad/s, positive where they roll forward.
#pragma once

#include "robot_plugins/law/planar_odometry.h"
#include "robot_plugins/law/settings.h"

namespace sim::robot_plugins {

// Of the wheels on the left and on the right.
struct Sides {
  double left = 0.0, right = 0.0;
};

class WheelDrive {
 public:
  explicit WheelDrive(const Settings& settings);

  // What the base is to do, m/s and rad/s; InputError for what is not finite.
  void command(double forward, double turning);
  // The rates that wheels are to have for the next `dt` s, and no wheel's speed changes faster than
  // <wheelAcceleration> allows.
  Sides rates(double dt);
  // Notes that wheels have turned at these rates for `dt` s.
  void roll(const Sides& rates, double dt);
  // Stands at the origin, without a command.
  void reset();

  const PlanarOdometry& encoder() const { return encoder_; }
  bool by_encoder() const { return by_encoder_; }
  // N m that a wheel's motor has.
  double torque() const { return torque_; }
  const Covariance& pose_covariance() const { return pose_covariance_; }
  const Covariance& twist_covariance() const { return twist_covariance_; }

 private:
  double separation_, radius_, acceleration_, torque_;
  bool by_encoder_;
  Covariance pose_covariance_{}, twist_covariance_{};
  // m/s at the rims: what is wanted, and what is asked of the motors.
  Sides wanted_, asked_;
  PlanarOdometry encoder_;
};

}  // namespace sim::robot_plugins
