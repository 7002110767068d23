#include "world_api/state_topics.h"

#include <gazebo/physics/physics.hh>
#include <gazebo_msgs/LinkStates.h>
#include <gazebo_msgs/ModelStates.h>
#include <rosgraph_msgs/Clock.h>

#include "core/convert.h"
#include "world_api/entities.h"

namespace sim {
namespace {

double rate(const std::string& name, double fallback) {
  const double found = Simulator::instance().private_node().param(name, fallback);
  if (found > 0.0) return found;
  ROS_ERROR("~%s: %g Hz must be above 0; using %g Hz", name.c_str(), found, fallback);
  return fallback;
}

}  // namespace

StateTopics::StateTopics()
    : clock_throttle_(rate("clock_rate", 100.0)),
      states_throttle_(rate("states_rate", 30.0), rate("wall_rate", 50.0)) {
  ros::NodeHandle& node = Simulator::instance().node();
  clock_ = node.advertise<rosgraph_msgs::Clock>("/clock", 100);
  models_ = node.advertise<gazebo_msgs::ModelStates>("/gazebo/model_states", 5);
  links_ = node.advertise<gazebo_msgs::LinkStates>("/gazebo/link_states", 5);
  step_ = Simulator::instance().after_step([this](double now) { step_ended(now); });
  standstill_ = Simulator::instance().on_standstill([this](double now) { tell_time(now); });
}

void StateTopics::tell_time(double now) {
  rosgraph_msgs::Clock message;
  message.clock = stamp(now);
  clock_.publish(message);
}

void StateTopics::step_ended(double now) {
  if (clock_throttle_.due(now)) tell_time(now);
  if (!states_throttle_.due(now)) return;
  if (models_.getNumSubscribers() > 0) publish_models();
  if (links_.getNumSubscribers() > 0) publish_links();
}

void StateTopics::publish_models() {
  gazebo_msgs::ModelStates message;
  for (const std::string& name : model_names()) {
    const State state = state_of(name, "");
    message.name.push_back(name);
    message.pose.push_back(pose_message(state.pose));
    message.twist.push_back(twist_message(state.linear, state.angular));
  }
  models_.publish(message);
}

void StateTopics::publish_links() {
  gazebo_msgs::LinkStates message;
  for (const auto& model : models()) {
    for (const auto& link : model->GetLinks()) {
      message.name.push_back(link->GetScopedName());
      message.pose.push_back(pose_message(link->WorldPose()));
      message.twist.push_back(twist_message(link->WorldLinearVel(), link->WorldAngularVel()));
    }
  }
  links_.publish(message);
}

}  // namespace sim
