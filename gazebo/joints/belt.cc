#include "joints/belt.h"

#include <cmath>

#include <ros/console.h>

namespace sim::joints {
namespace {

// N, of a belt that nothing holds back.
constexpr double BELT_FORCE = 1e6;

}  // namespace

void Belt::before_step() {
  joint_->SetParam("fmax", 0, BELT_FORCE);
  joint_->SetParam("vel", 0, speed_);
}

void Belt::after_step() { joint_->SetPosition(0, 0.0, true); }

BeltTopics::BeltTopics(ros::NodeHandle& node, const std::string& model)
    : topic_("/" + model + "/belt/command") {
  speeds_ = node.advertise<std_msgs::Float64>("/" + model + "/belt/speed", 1, true);
  commands_ =
      node.subscribe(topic_, 0, &BeltTopics::take, this, ros::TransportHints().tcpNoDelay());
}

BeltTopics::~BeltTopics() {
  commands_.shutdown();
  speeds_.shutdown();
}

void BeltTopics::update(Belt& belt) {
  for (const double speed : asked_.take()) belt.set(speed);
  if (published_ && belt.speed() == last_) return;
  published_ = true;
  std_msgs::Float64 message;
  message.data = last_ = belt.speed();
  speeds_.publish(message);
}

void BeltTopics::take(const std_msgs::Float64& message) {
  if (std::isfinite(message.data)) {
    asked_.post(message.data);
  } else {
    ROS_ERROR("%s: %g is not a speed; the command is ignored", topic_.c_str(), message.data);
  }
}

}  // namespace sim::joints
