// Topics of a tool changer: /<model>/tool_changer/command in, /<model>/tool_changer/state out.
#pragma once

#include <string>

#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <sim/ToolChangerCommand.h>

#include "laws/lockstep/inputs.h"
#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "joints/tool_changer.h"

namespace sim::joints {

class ChangerTopics {
 public:
  // Commands go to `orders`; `inputs` is notified of all.
  ChangerTopics(ros::NodeHandle& node, const std::string& model, Mailbox<ChangerOrder>& orders,
                Inputs& inputs);
  // Returns when no callback runs any more.
  ~ChangerTopics();

  // Publishes the state 50 times a simulated second.
  void publish(const ToolChanger& changer, double time, double dt);

 private:
  void take(const sim::ToolChangerCommand& message);

  std::string topic_;
  Mailbox<ChangerOrder>& orders_;
  Inputs& inputs_;
  Schedule schedule_{50.0};
  ros::Publisher states_;
  ros::Subscriber commands_;
};

}  // namespace sim::joints
