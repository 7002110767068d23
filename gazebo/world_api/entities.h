// Everything in the world by the names that gazebo_ros gives it: `model`, `model::link`, traffic
// vehicles, `world`.
//
// States are relative to a reference entity as in gazebo_ros: pose in its frame, twist rotated into
// it. All functions want the world locked and throw Refusal for a name that is not there.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>
#include <geometry_msgs/Pose.h>
#include <geometry_msgs/Twist.h>
#include <ignition/math/Pose3.hh>

namespace sim {

struct State {
  ignition::math::Pose3d pose;
  ignition::math::Vector3d linear, angular;  // m/s, rad/s
};

// From messages; Refusal for numbers that are not finite.
ignition::math::Pose3d pose_from(const geometry_msgs::Pose& message);
State state_from(const geometry_msgs::Pose& pose, const geometry_msgs::Twist& twist);
ignition::math::Vector3d finite(const std::string& what, const ignition::math::Vector3d& vector);

// Return all models in the order of their insertion, without pools, traffic vehicles last.
std::vector<std::string> model_names();
std::vector<gazebo::physics::ModelPtr> models();
gazebo::physics::ModelPtr model_named(const std::string& name);
// The same, but refuses traffic vehicles, which SUMO moves; `verb` names the attempted action.
gazebo::physics::ModelPtr own_model(const std::string& name, const std::string& verb);
gazebo::physics::LinkPtr link_named(const std::string& entity);
// `joint` that one model has, or `model::joint`.
gazebo::physics::JointPtr joint_named(const std::string& name);
bool is_traffic(const std::string& name);

State state_of(const std::string& entity, const std::string& reference);
// The world state that `state` in the frame of `reference` means.
State in_world(const State& state, const std::string& reference);
void set_state(const gazebo::physics::ModelPtr& model, const State& state);
void set_state(const gazebo::physics::LinkPtr& link, const State& state);
std::vector<std::string> link_names(const gazebo::physics::ModelPtr& model);
std::vector<std::string> joint_names(const gazebo::physics::ModelPtr& model);
std::string joined(const std::vector<std::string>& words);

}  // namespace sim
