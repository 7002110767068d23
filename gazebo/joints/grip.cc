#include "joints/grip.h"

#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>

namespace sim::joints {
namespace {

using namespace gazebo::physics;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

// Displacement in m of a held object between two steps from which it counts as moved from outside.
constexpr double SHIFTED = 1e-3;

}  // namespace

ModelPtr whole_model(const Link& link) {
  ModelPtr model = link.GetModel();
  while (const auto parent = boost::dynamic_pointer_cast<Model>(model->GetParent())) model = parent;
  return model;
}

bool can_be_carried(const Link& link) {
  const ModelPtr model = whole_model(link);
  if (model->IsStatic()) return false;
  for (const auto& joint : model->GetJoints()) {
    if (!joint->GetParent() || !joint->GetChild()) return false;
  }
  return true;
}

void Grip::take(const LinkPtr& thing) {
  release();
  const ModelPtr model = hand_->GetModel();
  joint_ = hand_->GetWorld()->Physics()->CreateJoint("fixed", model);
  joint_->SetName(model->GetName() + "_grip");
  joint_->SetModel(model);
  joint_->Load(hand_, thing, Pose3d::Zero);
  joint_->Init();
  joint_->SetProvideFeedback(true);
  thing_ = thing;
  object_ = whole_model(*thing)->GetName();
  remember();
}

void Grip::release() {
  if (!joint_) return;
  joint_->Detach();
  joint_.reset();
  thing_.reset();
  object_.clear();
}

bool Grip::keep() {
  if (!joint_) return false;
  const LinkPtr thing = thing_.lock();
  const bool there = thing && thing->GetWorld() && thing->GetWorld()->ModelByName(object_);
  if (there) {
    const Pose3d hand_from_thing = thing->WorldPose() - hand_->WorldPose();
    if ((hand_from_thing.Pos() - hand_from_thing_.Pos()).Length() <= SHIFTED) return false;
  }
  release();
  return true;
}

void Grip::remember() {
  const LinkPtr thing = thing_.lock();
  if (joint_ && thing) hand_from_thing_ = thing->WorldPose() - hand_->WorldPose();
}

// Gazebo gives what acts on the joint, in the child link's axes.
Vector3d Grip::force() const {
  const LinkPtr thing = thing_.lock();
  if (!joint_ || !thing) return Vector3d::Zero;
  return thing->WorldPose().Rot() * joint_->GetForceTorque(0u).body2Force;
}

}  // namespace sim::joints
