#include "world_api/entities.h"

#include <algorithm>

#include <gazebo/physics/physics.hh>

#include "core/convert.h"
#include "core/simulator.h"
#include "world_api/service.h"

namespace sim {
namespace {

namespace physics = gazebo::physics;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

constexpr std::size_t MOST_NAMES = 12;

const physics::WorldPtr& world() { return Simulator::instance().world(); }

bool is_world(const std::string& name) {
  return name.empty() || name == "world" || name == "map" || name == "/map";
}

bool is_pool(const std::string& name) {
  const TrafficModels* traffic = Simulator::instance().traffic();
  return traffic != nullptr && traffic->is_pool(name);
}

std::string some_names() {
  std::vector<std::string> names;
  for (const auto& model : models()) names.push_back(model->GetName());
  const std::size_t more = names.size() > MOST_NAMES ? names.size() - MOST_NAMES : 0;
  names.resize(names.size() - more);
  return joined(names) + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

physics::ModelPtr find_model(const std::string& name) {
  if (name.empty() || name.find("::") != std::string::npos || is_pool(name)) return nullptr;
  return Simulator::instance().model(name);
}

State world_state(const std::string& entity) {
  if (is_world(entity)) return {};
  if (const auto model = find_model(entity)) {
    const ModelTwist twist = Simulator::instance().carried().of(model);
    return {model->WorldPose(), twist.linear, twist.angular};
  }
  if (entity.find("::") != std::string::npos) {
    const auto link = link_named(entity);
    return {link->WorldPose(), link->WorldLinearVel(), link->WorldAngularVel()};
  }
  State state;
  const TrafficModels* traffic = Simulator::instance().traffic();
  if (traffic != nullptr && traffic->state(entity, state.pose, state.linear, state.angular))
    return state;
  throw Refusal(entity, "no such model; models: " + some_names());
}

}  // namespace

Vector3d finite(const std::string& what, const Vector3d& vector) {
  if (!vector.IsFinite()) throw Refusal(what, "holds a number that is not finite");
  return vector;
}

Pose3d pose_from(const geometry_msgs::Pose& message) {
  ignition::math::Quaterniond turn(message.orientation.w, message.orientation.x,
                                   message.orientation.y, message.orientation.z);
  if (!turn.IsFinite()) throw Refusal("pose", "holds a number that is not finite");
  // Tools leave the orientation at zeros for the identity.
  if (turn == ignition::math::Quaterniond(0, 0, 0, 0)) turn = ignition::math::Quaterniond::Identity;
  turn.Normalize();
  return {finite("pose", vector_from(message.position)), turn};
}

State state_from(const geometry_msgs::Pose& pose, const geometry_msgs::Twist& twist) {
  return {pose_from(pose), finite("twist", vector_from(twist.linear)),
          finite("twist", vector_from(twist.angular))};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::vector<physics::ModelPtr> models() {
  std::vector<physics::ModelPtr> found;
  for (const auto& model : world()->Models()) {
    if (!is_pool(model->GetName())) found.push_back(model);
  }
  return found;
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& model : models()) names.push_back(model->GetName());
  if (const TrafficModels* traffic = Simulator::instance().traffic()) {
    const std::vector<std::string> vehicles = traffic->names();
    names.insert(names.end(), vehicles.begin(), vehicles.end());
  }
  return names;
}

physics::ModelPtr model_named(const std::string& name) {
  if (const auto model = find_model(name)) return model;
  throw Refusal(name, "no such model; models: " + some_names());
}

bool is_traffic(const std::string& name) {
  const TrafficModels* traffic = Simulator::instance().traffic();
  State state;
  return traffic != nullptr && traffic->state(name, state.pose, state.linear, state.angular);
}

physics::ModelPtr own_model(const std::string& name, const std::string& verb) {
  if (is_traffic(name))
    throw Refusal(name, "SUMO moves this vehicle; it cannot be " + verb + " here");
  return model_named(name);
}

std::vector<std::string> link_names(const physics::ModelPtr& model) {
  std::vector<std::string> names;
  for (const auto& link : model->GetLinks()) names.push_back(link->GetName());
  return names;
}

std::vector<std::string> joint_names(const physics::ModelPtr& model) {
  std::vector<std::string> names;
  for (const auto& joint : model->GetJoints()) names.push_back(joint->GetName());
  return names;
}

physics::LinkPtr link_named(const std::string& entity) {
  const std::size_t colons = entity.find("::");
  const auto model = find_model(entity.substr(0, colons));
  if (!model)
    throw Refusal(entity, "no such link; links are named model::link, models are " + some_names());
  const auto link =
      colons == std::string::npos ? nullptr : model->GetLink(entity.substr(colons + 2));
  if (!link)
    throw Refusal(entity,
                  "no such link; " + model->GetName() + " has " + joined(link_names(model)));
  return link;
}

physics::JointPtr joint_named(const std::string& name) {
  const std::size_t colons = name.find("::");
  if (colons != std::string::npos) {
    const auto model = find_model(name.substr(0, colons));
    const auto joint = model ? model->GetJoint(name.substr(colons + 2)) : nullptr;
    if (joint) return joint;
    throw Refusal(name, "no model has a joint of this name; write joint or model::joint");
  }
  std::vector<physics::JointPtr> found;
  std::vector<std::string> owners;
  for (const auto& model : models()) {
    const auto joint = model->GetJoint(name);
    if (!joint) continue;
    found.push_back(joint);
    owners.push_back(model->GetName());
  }
  if (found.empty())
    throw Refusal(name, "no model has a joint of this name; write joint or model::joint");
  if (found.size() > 1)
    throw Refusal(name,
                  "several models have this joint: " + joined(owners) + "; write model::joint");
  return found.front();
}

State state_of(const std::string& entity, const std::string& reference) {
  State state = world_state(entity);
  if (is_world(reference)) return state;
  const State frame = world_state(reference);
  const auto turn = frame.pose.Rot().Inverse();
  return {state.pose - frame.pose, turn * (state.linear - frame.linear),
          turn * (state.angular - frame.angular)};
}

State in_world(const State& state, const std::string& reference) {
  const State frame = world_state(reference);
  const auto turn = frame.pose.Rot();
  return {state.pose + frame.pose, turn * state.linear + frame.linear,
          turn * state.angular + frame.angular};
}

// Gazebo's SetLinearVel is about the centre of gravity; a state's twist is that of the frame's
// origin.
void set_state(const physics::ModelPtr& model, const State& state) {
  model->SetWorldPose(state.pose);
  Simulator::instance().carried().set(model, {state.linear, state.angular});
  for (const auto& link : model->GetLinks()) {
    link->SetAngularVel(state.angular);
    link->SetLinearVel(state.linear +
                       state.angular.Cross(link->WorldCoGPose().Pos() - state.pose.Pos()));
  }
  Simulator::instance().placed(model);
}

void set_state(const physics::LinkPtr& link, const State& state) {
  link->SetWorldPose(state.pose);
  link->SetAngularVel(state.angular);
  link->SetLinearVel(state.linear +
                     state.angular.Cross(link->WorldCoGPose().Pos() - state.pose.Pos()));
  Simulator::instance().placed(link->GetModel());
}

}  // namespace sim
