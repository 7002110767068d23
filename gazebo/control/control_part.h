// A model of Gazebo under ros_control: waits for its description, then lets its controllers work
// before each step.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gazebo/physics/Model.hh>

#include "control/joint_drive.h"
#include "control/ros/robot.h"
#include "core/log_throttle.h"
#include "laws/lockstep/schedule.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::control {

class ControlPart : public robot_plugins::Part {
 public:
  ControlPart(const gazebo::physics::ModelPtr& model, const robot_plugins::Settings& settings);

  void advertise(Simulator& simulator) override;
  void before_step(double time, double dt) override;
  void after_step(double time, double dt) override;
  void reset() override { reset_due_ = true; }

 private:
  // Create the robot once its description is available; log an error in it in one line.
  void look();
  // Tell the robot which joints were moved from outside since the last step.
  void displace();

  gazebo::physics::ModelPtr model_;
  robot_plugins::Settings settings_;
  Simulator* simulator_ = nullptr;
  LogThrottle looking_{0.5}, waiting_{10.0};
  bool refused_ = false;
  std::optional<Schedule> period_;
  std::unique_ptr<Robot> robot_;
  std::vector<JointDrive> drives_;
  // Commands of the joints, and their positions after the last step.
  std::vector<double> outputs_, seen_;
  std::atomic<bool> reset_due_{false};
};

}  // namespace sim::control
