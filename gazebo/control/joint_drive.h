// Drives a joint of Gazebo by ros_control's commands: by position or velocity with ODE's motor, or
// with an effort.
#pragma once

#include <optional>

#include <gazebo/physics/Joint.hh>

#include "control/robot_description.h"
#include "control/ros/robot.h"
#include "joints/drive.h"
#include "joints/motor.h"

namespace sim::control {

class JointDrive {
 public:
  JointDrive(const gazebo::physics::JointPtr& joint, Interface driven);

  JointReading read() const;
  // Set the driven value for the step from `time` to time + dt.
  void drive(double value, double time, double dt);
  void after_step(double dt);

 private:
  // The speed, or one that does not lead past the joint's limits, where no stop holds it there.
  double within_limits(double speed, double dt) const;

  joints::Axis axis_;
  Interface driven_;
  std::optional<joints::Drive> position_;
  std::optional<joints::Motor> velocity_;
  double effort_ = 0.0;
  bool seated_ = false;
  // Position after the last step, and the speed by which the joint came there.
  std::optional<double> seen_;
  double moved_ = 0.0;
};

}  // namespace sim::control
