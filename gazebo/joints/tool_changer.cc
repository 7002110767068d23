#include "joints/tool_changer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>
#include <ros/console.h>

#include "core/simulator.h"

namespace sim::joints {
namespace {

using namespace gazebo::physics;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

// Half a nanosecond, the resolution of ROS time stamps.
constexpr double STAMP_TOLERANCE = 0.5e-9;

LinkPtr mount_of(const Model& tool) { return tool.GetLink("canonical"); }

bool has_plugin(const sdf::ElementPtr& model, const std::string& filename) {
  if (!model->HasElement("plugin")) return false;
  for (auto plugin = model->GetElement("plugin"); plugin;
       plugin = plugin->GetNextElement("plugin")) {
    if (plugin->Get<std::string>("filename") == filename) return true;
  }
  return false;
}

// Return whether a model has a gripper and no other driven joints.
bool is_tool(const ModelPtr& model) {
  const sdf::ElementPtr sdf = model->GetSDF();
  return !model->IsStatic() && has_plugin(sdf, "libsim_gripper.so") &&
         !has_plugin(sdf, "libsim_joints.so");
}

// Return whether a changer holds it.
bool is_on(const Model& tool) { return !mount_of(tool)->GetParentJoints().empty(); }

double turn_between(const Pose3d& first, const Pose3d& second) {
  const double w = std::abs((first.Rot().Inverse() * second.Rot()).W());
  return 2.0 * std::acos(std::min(1.0, w));
}

}  // namespace

ToolChanger::ToolChanger(const ModelPtr& model, const Changer& settings)
    : settings_(settings),
      link_(model->GetJoint(settings.joint)->GetChild()),
      awaited_(settings.tool) {}

void ToolChanger::obey(const ChangerOrder& order) {
  while (!orders_.empty() && orders_.back().stamp > order.stamp) orders_.pop_back();
  orders_.push_back(order);
}

bool ToolChanger::before_step(double time) {
  // A deleted tool takes its end of the joint along.
  if (joint_ && !tool()) release();
  if (!awaited_.empty()) {
    const ModelPtr awaited = Simulator::instance().model(awaited_);
    if (awaited && is_tool(awaited)) mount(awaited);
  }
  while (!orders_.empty() && orders_.front().stamp <= time + STAMP_TOLERANCE) {
    const ChangerOrder order = orders_.front();
    orders_.pop_front();
    commanded_ = order.stamp;
    order.close ? close() : release();
  }
  return std::exchange(changed_, false);
}

void ToolChanger::reset() {
  orders_.clear();
  commanded_ = 0.0;
  release();
}

ModelPtr ToolChanger::tool() const {
  const ModelPtr tool = tool_.lock();
  return joint_ && tool && Simulator::instance().model(tool->GetName()) == tool ? tool : nullptr;
}

ChangerReport ToolChanger::report() const {
  ChangerReport report = nearest();
  if (const ModelPtr on = tool()) report.tool = on->GetName();
  report.commanded = commanded_;
  return report;
}

ChangerReport ToolChanger::nearest() const {
  ChangerReport found;
  const Pose3d here = flange();
  for (const ModelPtr& model : link_->GetWorld()->Models()) {
    if (!is_tool(model) || is_on(*model)) continue;
    const Pose3d there = mount_of(*model)->WorldPose();
    const double distance = here.Pos().Distance(there.Pos());
    if (!found.nearest.empty() && distance >= found.distance) continue;
    found.nearest = model->GetName();
    found.distance = distance;
    found.angle = turn_between(here, there);
  }
  return found;
}

void ToolChanger::close() {
  if (joint_) return;
  const ChangerReport near = nearest();
  if (!near.nearest.empty() && near.distance <= settings_.point && near.angle <= settings_.angle) {
    mount(Simulator::instance().model(near.nearest));
  } else {
    ROS_WARN("/%s: the tool changer has no tool within reach",
             link_->GetModel()->GetName().c_str());
  }
}

// The changer's pins draw the tool in, so that flange and mount coincide.
void ToolChanger::mount(const ModelPtr& tool) {
  release();
  awaited_.clear();
  const LinkPtr link = mount_of(*tool);
  const Pose3d mount_from_model = tool->WorldPose() - link->WorldPose();
  tool->SetWorldPose(flange() * mount_from_model);
  for (const LinkPtr& part : tool->GetLinks()) {
    part->SetLinearVel(link_->WorldLinearVel(link_->WorldPose().Rot().RotateVectorReverse(
        part->WorldPose().Pos() - link_->WorldPose().Pos())));
    part->SetAngularVel(link_->WorldAngularVel());
  }
  const ModelPtr robot = link_->GetModel();
  joint_ = robot->GetWorld()->Physics()->CreateJoint("fixed", robot);
  joint_->SetName(robot->GetName() + "_tool_changer");
  joint_->SetModel(robot);
  joint_->Load(link_, link, Pose3d::Zero);
  joint_->Init();
  tool_ = tool;
  changed_ = true;
}

void ToolChanger::release() {
  awaited_.clear();
  if (!joint_) return;
  joint_->Detach();
  joint_.reset();
  tool_.reset();
  changed_ = true;
}

}  // namespace sim::joints
