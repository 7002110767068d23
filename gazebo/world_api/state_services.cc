#include <cmath>

#include <gazebo/physics/physics.hh>
#include <gazebo_msgs/GetJointProperties.h>
#include <gazebo_msgs/GetLinkState.h>
#include <gazebo_msgs/GetModelState.h>
#include <gazebo_msgs/SetLinkState.h>
#include <gazebo_msgs/SetModelConfiguration.h>
#include <gazebo_msgs/SetModelState.h>

#include "core/convert.h"
#include "core/simulator.h"
#include "world_api/entities.h"
#include "world_api/service.h"
#include "world_api/services.h"

namespace sim {
namespace {

using namespace gazebo_msgs;

std::string frame_name(const std::string& reference) {
  return reference.empty() ? "world" : reference;
}

void get_model_state(GetModelState::Request& request, GetModelState::Response& answer) {
  const auto locked = simulator().lock_entities();
  const State state = state_of(request.model_name, request.relative_entity_name);
  answer.header.stamp = stamp(simulator().time());
  answer.header.frame_id = frame_name(request.relative_entity_name);
  answer.pose = pose_message(state.pose);
  answer.twist = twist_message(state.linear, state.angular);
}

void get_link_state(GetLinkState::Request& request, GetLinkState::Response& answer) {
  const auto locked = simulator().lock_entities();
  link_named(request.link_name);
  const State state = state_of(request.link_name, request.reference_frame);
  answer.link_state.link_name = request.link_name;
  answer.link_state.pose = pose_message(state.pose);
  answer.link_state.twist = twist_message(state.linear, state.angular);
  answer.link_state.reference_frame = frame_name(request.reference_frame);
}

std::uint8_t joint_type(const gazebo::physics::JointPtr& joint) {
  const auto type = joint->GetSDF()->Get<std::string>("type");
  if (type == "continuous") return GetJointProperties::Response::CONTINUOUS;
  if (type == "prismatic") return GetJointProperties::Response::PRISMATIC;
  if (type == "fixed") return GetJointProperties::Response::FIXED;
  if (type == "ball") return GetJointProperties::Response::BALL;
  if (type == "universal") return GetJointProperties::Response::UNIVERSAL;
  return GetJointProperties::Response::REVOLUTE;
}

void get_joint_properties(GetJointProperties::Request& request,
                          GetJointProperties::Response& answer) {
  const auto locked = simulator().lock_entities();
  const auto joint = joint_named(request.joint_name);
  answer.type = joint_type(joint);
  for (unsigned axis = 0; axis < joint->DOF(); ++axis) {
    answer.damping.push_back(joint->GetDamping(axis));
    answer.position.push_back(joint->Position(axis));
    answer.rate.push_back(joint->GetVelocity(axis));
  }
}

void set_model_configuration(SetModelConfiguration::Request& request,
                             SetModelConfiguration::Response&) {
  const auto locked = simulator().lock_entities();
  const auto& names = request.joint_names;
  const auto& positions = request.joint_positions;
  if (names.size() != positions.size()) {
    throw Refusal("joint_positions", std::to_string(positions.size()) + " positions for " +
                                         std::to_string(names.size()) + " joints");
  }
  const auto model = own_model(request.model_name, "configured");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!model->GetJoint(names[i])) {
      throw Refusal(request.model_name,
                    "has no joint " + names[i] + "; it has " + joined(joint_names(model)));
    }
    if (!std::isfinite(positions[i]))
      throw Refusal(names[i], "the position must be a finite number");
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto joint = model->GetJoint(names[i]);
    joint->SetPosition(0, positions[i]);
    joint->SetVelocity(0, 0.0);
  }
}

}  // namespace

StateServices::StateServices() {
  ros::NodeHandle& node = simulator().service_node();
  services_ = {
      offer<GetModelState>(node, "gazebo/get_model_state", get_model_state),
      offer<SetModelState>(node, "gazebo/set_model_state",
                           [](auto& ask, auto&) {
                             const auto locked = simulator().lock_entities();
                             set_model_state(ask.model_state);
                           }),
      offer<GetLinkState>(node, "gazebo/get_link_state", get_link_state),
      offer<SetLinkState>(node, "gazebo/set_link_state",
                          [](auto& ask, auto&) {
                            const auto locked = simulator().lock_entities();
                            set_link_state(ask.link_state);
                          }),
      offer<GetJointProperties>(node, "gazebo/get_joint_properties", get_joint_properties),
      offer<SetModelConfiguration>(node, "gazebo/set_model_configuration", set_model_configuration),
  };
}

void StateServices::set_model_state(const ModelState& state) {
  const auto model = own_model(state.model_name, "moved");
  set_state(model, in_world(state_from(state.pose, state.twist), state.reference_frame));
}

void StateServices::set_link_state(const LinkState& state) {
  const auto link = link_named(state.link_name);
  set_state(link, in_world(state_from(state.pose, state.twist), state.reference_frame));
}

}  // namespace sim
