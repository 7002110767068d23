#include "joints/joint_topics.h"

#include <gazebo_msgs/ContactsState.h>
#include <geometry_msgs/WrenchStamped.h>
#include <ros/console.h>
#include <sensor_msgs/JointState.h>

#include "core/convert.h"
#include "laws/input_error.h"

namespace sim::joints {
namespace {

std::vector<Point> points_of(const trajectory_msgs::JointTrajectory& message) {
  std::vector<Point> found;
  for (const auto& point : message.points) {
    found.push_back({point.time_from_start.toSec(), point.positions, point.velocities,
                     point.accelerations, point.effort});
  }
  return found;
}

gazebo_msgs::ContactsState contacts_of(const std::vector<Pressing>& pressing, double time) {
  gazebo_msgs::ContactsState message;
  message.header.stamp = stamp(time);
  message.header.frame_id = "world";
  for (const Pressing& one : pressing) {
    gazebo_msgs::ContactState state;
    state.collision1_name = one.own;
    state.collision2_name = one.other;
    state.total_wrench.force.x = one.force[0];
    state.total_wrench.force.y = one.force[1];
    state.total_wrench.force.z = one.force[2];
    message.states.push_back(state);
  }
  return message;
}

}  // namespace

JointTopics::JointTopics(ros::NodeHandle& node, const std::string& model, double rate,
                         Controls controls, Mailbox<Order>& orders, Inputs& inputs,
                         const std::string& frame, bool stops)
    : model_(model),
      topic_("/" + model + "/command"),
      frame_(model + "/" + frame),
      controls_(std::move(controls)),
      orders_(orders),
      inputs_(inputs),
      schedule_(rate) {
  states_ = node.advertise<sensor_msgs::JointState>("/" + model + "/joint_states", 100);
  if (!frame.empty())
    wrenches_ = node.advertise<geometry_msgs::WrenchStamped>("/" + model + "/wrench", 100);
  if (stops) {
    contacts_ = node.advertise<gazebo_msgs::ContactsState>("/" + model + "/contacts", 100);
    stops_ = node.advertise<gazebo_msgs::ContactsState>("/" + model + "/contact_stop", 100);
  }
  // No limit to the queue: a command that was dropped would let the lockstep wait for it in vain.
  commands_ =
      node.subscribe(topic_, 0, &JointTopics::take, this, ros::TransportHints().tcpNoDelay());
}

JointTopics::~JointTopics() {
  commands_.shutdown();
  states_.shutdown();
  wrenches_.shutdown();
  contacts_.shutdown();
  stops_.shutdown();
}

void JointTopics::stopped(const Pressing& pressing, double time) {
  stops_.publish(contacts_of({pressing}, time));
}

void JointTopics::publish_contacts(const ContactStop& stop, double time, double dt) {
  if (contacts_schedule_.due(time, dt) && contacts_.getNumSubscribers() > 0)
    contacts_.publish(contacts_of(stop.pressing(), time));
}

void JointTopics::publish(const std::function<std::vector<Reading>()>& readings,
                          const std::optional<Felt>& felt, double time, double dt) {
  if (!schedule_.due(time, dt)) return;
  if (felt && wrench_wanted()) {
    geometry_msgs::WrenchStamped message;
    message.header.stamp = stamp(time);
    message.header.frame_id = frame_;
    message.wrench.force = vector_message<geometry_msgs::Vector3>(felt->force);
    message.wrench.torque = vector_message<geometry_msgs::Vector3>(felt->torque);
    wrenches_.publish(message);
  }
  if (states_.getNumSubscribers() == 0) return;
  sensor_msgs::JointState message;
  message.header.stamp = stamp(time);
  for (const Reading& reading : readings()) {
    message.name.push_back(reading.name);
    message.position.push_back(reading.position);
    message.velocity.push_back(reading.velocity);
    message.effort.push_back(reading.effort);
  }
  states_.publish(message);
}

void JointTopics::take(const trajectory_msgs::JointTrajectory& message) {
  const double begin = message.header.stamp.toSec();
  try {
    orders_.post({begin, knots_of(message.joint_names, points_of(message), controls_)});
  } catch (const InputError& error) {
    ROS_ERROR("%s: %s; the command is ignored", topic_.c_str(), error.what());
  }
  inputs_.arrived(topic_, begin);
}

}  // namespace sim::joints
