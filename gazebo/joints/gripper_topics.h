// Topics of a gripper: /<model>/gripper/command in, /<model>/gripper/state out.
#pragma once

#include <string>

#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <sim/GripperCommand.h>

#include "laws/lockstep/inputs.h"
#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "laws/joints/gripper.h"

namespace sim::joints {

class GripperTopics {
 public:
  // Commands go to `orders`; `inputs` is notified of all.
  GripperTopics(ros::NodeHandle& node, const std::string& model, Mailbox<GripperOrder>& orders,
                Inputs& inputs);
  // Returns when no callback runs any more.
  ~GripperTopics();

  // Publishes the state 50 times a simulated second, and when holding changes.
  void publish(const Gripper& gripper, double time, double dt);

 private:
  void take(const sim::GripperCommand& message);

  std::string topic_;
  Mailbox<GripperOrder>& orders_;
  Inputs& inputs_;
  Schedule schedule_{50.0};
  bool holding_ = false;
  ros::Publisher states_;
  ros::Subscriber commands_;
};

}  // namespace sim::joints
