#include "joints/gripper_topics.h"

#include <ros/console.h>
#include <sim/GripperState.h>

#include "core/convert.h"
#include "laws/input_error.h"

namespace sim::joints {

GripperTopics::GripperTopics(ros::NodeHandle& node, const std::string& model,
                             Mailbox<GripperOrder>& orders, Inputs& inputs)
    : topic_("/" + model + "/gripper/command"), orders_(orders), inputs_(inputs) {
  states_ = node.advertise<sim::GripperState>("/" + model + "/gripper/state", 100);
  // No limit to the queue: a command that was dropped would let the lockstep wait for it in vain.
  commands_ =
      node.subscribe(topic_, 0, &GripperTopics::take, this, ros::TransportHints().tcpNoDelay());
}

GripperTopics::~GripperTopics() {
  commands_.shutdown();
  states_.shutdown();
}

void GripperTopics::publish(const Gripper& gripper, double time, double dt) {
  const bool due = schedule_.due(time, dt), listened = states_.getNumSubscribers() > 0;
  if (!listened) return;
  const GripperReport report = gripper.report();
  if (!due && report.holding == holding_) return;
  holding_ = report.holding;
  sim::GripperState message;
  message.header.stamp = stamp(time);
  message.kind = gripper.is_vacuum() ? sim::GripperState::VACUUM : sim::GripperState::PARALLEL;
  message.width = report.width;
  message.force = report.force;
  message.vacuum = report.vacuum;
  message.moving = report.moving;
  message.holding = report.holding;
  message.object = report.object;
  message.assisted = report.assisted;
  states_.publish(message);
}

void GripperTopics::take(const sim::GripperCommand& message) {
  const double begin = message.header.stamp.toSec();
  const GripperOrder order{begin, message.width, message.force, static_cast<bool>(message.vacuum)};
  try {
    check(order);
    orders_.post(order);
  } catch (const InputError& error) {
    ROS_ERROR("%s: %s; the command is ignored", topic_.c_str(), error.what());
  }
  inputs_.arrived(topic_, begin);
}

}  // namespace sim::joints
