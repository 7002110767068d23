// Topics of a model with driven joints: /<model>/command in, /<model>/joint_states, wrench,
// contacts and contact_stop out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <trajectory_msgs/JointTrajectory.h>

#include "laws/lockstep/inputs.h"
#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "joints/contact_stop.h"
#include "joints/force_torque.h"
#include "laws/joints/command.h"

namespace sim::joints {

// A valid command: knots by the number of their joint, with times relative to `stamp`.
struct Order {
  double stamp = 0.0;
  std::vector<std::pair<std::size_t, std::vector<Knot>>> knots;
};

// Measurement of a joint.
struct Reading {
  std::string name;
  double position, velocity, effort;
};

class JointTopics {
 public:
  // Commands to the joints of `controls` go to `orders`; `inputs` is notified of all. States are
  // published at `rate` (Hz of simulated time). With `stops`, /<model>/contacts and contact_stop
  // exist. With a `frame`, the wrist has a sensor with readings in that frame.
  JointTopics(ros::NodeHandle& node, const std::string& model, double rate, Controls controls,
              Mailbox<Order>& orders, Inputs& inputs, const std::string& frame = "",
              bool stops = false);
  // Returns when no callback runs any more.
  ~JointTopics();

  // Publish `readings` and the `felt` wrench if they are due after a step of `dt` and have
  // subscribers.
  void publish(const std::function<std::vector<Reading>()>& readings,
               const std::optional<Felt>& felt, double time, double dt);
  // Publish the contact that has stopped the model.
  void stopped(const Pressing& pressing, double time);
  // Publish the contacts of the model if they are due and have subscribers.
  void publish_contacts(const ContactStop& stop, double time, double dt);
  bool wrench_wanted() const { return wrenches_ && wrenches_.getNumSubscribers() > 0; }

 private:
  void take(const trajectory_msgs::JointTrajectory& message);

  std::string model_, topic_, frame_;
  Controls controls_;
  Mailbox<Order>& orders_;
  Inputs& inputs_;
  Schedule schedule_, contacts_schedule_{50.0};
  ros::Publisher states_, wrenches_, contacts_, stops_;
  ros::Subscriber commands_;
};

}  // namespace sim::joints
