// A joint of Gazebo that goes as another one does, by the mimic joint plugin of
// roboticsgroup_gazebo_plugins.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include <gazebo/physics/Model.hh>

#include "control/joint_drive.h"
#include "laws/control/follower.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::control {

class MimicJointPart : public robot_plugins::Part {
 public:
  MimicJointPart(const gazebo::physics::ModelPtr& model, const robot_plugins::Settings& settings);

  void advertise(Simulator& simulator) override;
  void before_step(double time, double dt) override;
  void after_step(double time, double dt) override;
  void reset() override { reset_due_ = true; }

 private:
  robot_plugins::Settings settings_;
  joints::Axis followed_;
  gazebo::physics::JointPtr own_;
  std::optional<Follower> follower_;
  std::optional<JointDrive> drive_;
  std::atomic<bool> reset_due_{false};
};

}  // namespace sim::control
