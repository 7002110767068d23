// Topics of a model whose joints are driven: /<model>/command in, /<model>/joint_states, wrench,
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

// A command that was found right: knots by the number of their joint, whose times count from
// `stamp`.
struct Order {
  double stamp = 0.0;
  std::vector<std::pair<std::size_t, std::vector<Knot>>> knots;
};

// What a joint measures.
struct Reading {
  std::string name;
  double position, velocity, effort;
};

class JointTopics {
 public:
  // Commands to the joints of `controls` go to `orders`; `inputs` is notified of all. States come
  // at `rate` (Hz of simulated time). With `stops` there are /<model>/contacts and contact_stop.
  // With a `frame` there is a sensor in the wrist, whose readings are in it.
  JointTopics(ros::NodeHandle& node, const std::string& model, double rate, Controls controls,
              Mailbox<Order>& orders, Inputs& inputs, const std::string& frame = "",
              bool stops = false);
  // Returns when no callback runs any more.
  ~JointTopics();

  // Publishes what `readings` gives, and what is `felt`, where it is due after a step of `dt` and
  // it has subscribers.
  void publish(const std::function<std::vector<Reading>()>& readings,
               const std::optional<Felt>& felt, double time, double dt);
  // Says what has stopped the model.
  void stopped(const Pressing& pressing, double time);
  // Publishes what presses on the model, where it is due and has subscribers.
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
