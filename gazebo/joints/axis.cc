#include "joints/axis.h"

#include <algorithm>
#include <limits>

#include <gazebo/physics/Inertial.hh>

namespace sim::joints {
namespace {

using gazebo::physics::LinkPtr;
using ignition::math::Vector3d;

void gather(const LinkPtr& link, gazebo::physics::Link_V& found) {
  if (!link || std::find(found.begin(), found.end(), link) != found.end()) return;
  found.push_back(link);
  for (const auto& joint : link->GetChildJoints()) gather(joint->GetChild(), found);
}

double limit(double given) { return given < 0.0 ? std::numeric_limits<double>::infinity() : given; }

}  // namespace

gazebo::physics::Link_V links_beyond(const LinkPtr& link) {
  gazebo::physics::Link_V found;
  gather(link, found);
  return found;
}

Axis::Axis(const gazebo::physics::JointPtr& joint)
    : joint_(joint),
      slides_(joint->HasType(gazebo::physics::Base::SLIDER_JOINT)),
      effort_limit_(limit(joint->GetEffortLimit(0))),
      velocity_limit_(limit(joint->GetVelocityLimit(0))),
      lower_(joint->LowerLimit(0)),
      upper_(joint->UpperLimit(0)),
      beyond_(links_beyond(joint->GetChild())) {
  joint_->SetProvideFeedback(true);
}

// ODE takes no account of a turning parent where a joint slides.
double Axis::velocity() const {
  const LinkPtr parent = joint_->GetParent(), child = joint_->GetChild();
  if (!slides_ || !parent) return joint_->GetVelocity(0);
  const auto from = parent->WorldPose();
  const Vector3d carried =
      parent->WorldLinearVel(from.Rot().RotateVectorReverse(child->WorldPose().Pos() - from.Pos()));
  return joint_->GlobalAxis(0).Dot(child->WorldLinearVel(Vector3d::Zero) - carried);
}

// Gazebo gives what acts on the joint, in the child link's axes.
double Axis::effort() const {
  const gazebo::physics::JointWrench wrench = joint_->GetForceTorque(0u);
  const Vector3d axis =
      joint_->GetChild()->WorldPose().Rot().RotateVectorReverse(joint_->GlobalAxis(0));
  return -axis.Dot(slides_ ? wrench.body2Force : wrench.body2Torque);
}

double Axis::inertia() const {
  const Vector3d axis = joint_->GlobalAxis(0), anchor = joint_->Anchor(0);
  double sum = 0.0;
  for (const auto* links : {&beyond_, &carried_}) {
    for (const auto& link : *links) {
      const double mass = link->GetInertial()->Mass();
      const Vector3d arm = axis.Cross(link->WorldCoGPose().Pos() - anchor);
      sum +=
          slides_ ? mass : axis.Dot(link->WorldInertiaMatrix() * axis) + mass * arm.SquaredLength();
    }
  }
  return sum;
}

}  // namespace sim::joints
