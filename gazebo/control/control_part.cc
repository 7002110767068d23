#include "control/control_part.h"

#include <algorithm>
#include <cmath>

#include <ros/console.h>
#include <ros/node_handle.h>

#include "control/ros/description.h"

namespace sim::control {
namespace {

// Of a position, rad or m; above what rounding does when a model is moved as a whole.
constexpr double DISPLACED = 1e-6;

}  // namespace

ControlPart::ControlPart(const gazebo::physics::ModelPtr& model,
                         const robot_plugins::Settings& settings)
    : model_(model), settings_(settings) {
  const double period = settings.number("controlPeriod");
  if (period > 0.0) period_.emplace(1.0 / period);
}

void ControlPart::advertise(Simulator& simulator) {
  simulator_ = &simulator;
  say_fallbacks(model_->GetName(), settings_.text("robotSimType"), settings_.text("eStopTopic"));
  look();
}

void ControlPart::look() {
  if (robot_ || refused_ || simulator_ == nullptr || !looking_.due()) return;
  const std::string name = settings_.text("robotParam"), space = settings_.space();
  const auto urdf = find_description(simulator_->node(), space, name);
  if (!urdf) {
    if (waiting_.due())
      ROS_INFO("model %s: ros_control waits for the parameter %s, as seen from %s",
               model_->GetName().c_str(), name.c_str(), space.empty() ? "/" : space.c_str());
    return;
  }
  std::vector<std::string> movable;
  for (const auto& joint : model_->GetJoints()) {
    if (joint->DOF() > 0) movable.push_back(joint->GetName());
  }
  try {
    robot_ = std::make_unique<Robot>(model_->GetName(), space.empty() ? "" : space.substr(1), *urdf,
                                     movable, simulator_->node(), simulator_->service_node());
    for (const Joint& joint : robot_->joints())
      drives_.emplace_back(model_->GetJoint(joint.name()), joint.driven());
  } catch (const std::exception& error) {
    refused_ = true;
    ROS_ERROR("model %s: ros_control: %s; it does not run", model_->GetName().c_str(),
              error.what());
  }
}

void ControlPart::before_step(double time, double dt) {
  look();
  if (!robot_) return;
  if (reset_due_.exchange(false)) {
    robot_->reset();
    outputs_.clear();
    seen_.clear();
  }
  displace();
  if (outputs_.empty() || !period_ || period_->reached(time, dt)) {
    std::vector<JointReading> readings;
    for (const JointDrive& drive : drives_) readings.push_back(drive.read());
    outputs_ = robot_->step(time, period_ ? 1.0 / period_->rate() : dt, readings);
  }
  for (std::size_t row = 0; row < drives_.size(); ++row)
    drives_[row].drive(outputs_[row], time, dt);
}

void ControlPart::after_step(double, double dt) {
  seen_.clear();
  for (JointDrive& drive : drives_) {
    drive.after_step(dt);
    seen_.push_back(drive.read().position);
  }
}

void ControlPart::displace() {
  std::vector<bool> moved;
  for (std::size_t row = 0; row < seen_.size(); ++row)
    moved.push_back(std::abs(drives_[row].read().position - seen_[row]) > DISPLACED);
  if (std::find(moved.begin(), moved.end(), true) == moved.end()) return;
  robot_->displace(moved);
  outputs_.clear();
}

// As gazebo_ros_control has it.
const robot_plugins::RobotPluginRegistration registered_ros_control(
    "libgazebo_ros_control.so", robot_plugins::make_part<ControlPart>);

}  // namespace sim::control
