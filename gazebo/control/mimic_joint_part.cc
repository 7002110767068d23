#include "control/mimic_joint_part.h"

#include <ros/node_handle.h>

#include "control/ros/parameters.h"

namespace sim::control {

MimicJointPart::MimicJointPart(const gazebo::physics::ModelPtr& model,
                               const robot_plugins::Settings& settings)
    : settings_(settings),
      followed_(model->GetJoint(settings.text("joint"))),
      own_(model->GetJoint(settings.text("mimicJoint"))) {}

void MimicJointPart::advertise(Simulator& simulator) {
  const std::string name = settings_.text("mimicJoint"),
                    key = gains_named(settings_.text("hasPID"), name);
  std::optional<Gains> gains;
  if (!key.empty()) gains = Parameters(simulator.node()).required_gains(settings_.topic_named(key));
  const Mimic mimic{settings_.text("joint"), settings_.number("multiplier"),
                    settings_.number("offset")};
  follower_.emplace(name, mimic, settings_.number("sensitiveness"), gains,
                    settings_.number("maxEffort"));
  drive_.emplace(own_, follower_->driven());
}

void MimicJointPart::before_step(double time, double dt) {
  if (!drive_) return;
  if (reset_due_.exchange(false)) follower_->reset();
  const JointReading own = drive_->read();
  drive_->drive(
      follower_->step(followed_.position(), followed_.velocity(), own.position, own.velocity, dt),
      time, dt);
}

void MimicJointPart::after_step(double /*time*/, double dt) {
  if (drive_) drive_->after_step(dt);
}

// As roboticsgroup_gazebo_plugins has it, and by its name in Noetic.
const robot_plugins::RobotPluginRegistration registered_mimic_joint(
    "libroboticsgroup_gazebo_mimic_joint_plugin.so", robot_plugins::make_part<MimicJointPart>);
const robot_plugins::RobotPluginRegistration registered_mimic_joint_upatras(
    "libroboticsgroup_upatras_gazebo_mimic_joint_plugin.so",
    robot_plugins::make_part<MimicJointPart>);

}  // namespace sim::control
