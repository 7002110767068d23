#include "joints/force_torque.h"

#include <algorithm>

#include <gazebo/physics/Inertial.hh>
#include <gazebo/physics/World.hh>

#include "joints/axis.h"

namespace sim::joints {
namespace {

using ignition::math::Pose3d;
using ignition::math::Vector3d;

// Simulated s over which readings are averaged, exponentially.
constexpr double AVERAGED = 0.01;

}  // namespace

ForceTorqueSensor::ForceTorqueSensor(const gazebo::physics::JointPtr& joint,
                                     const ForceTorque& settings)
    : joint_(joint),
      settings_(settings),
      beyond_(links_beyond(joint->GetChild())),
      own_(beyond_.size()) {
  joint_->SetProvideFeedback(true);
}

void ForceTorqueSensor::carry(const gazebo::physics::Link_V& links) {
  beyond_.resize(own_);
  beyond_.insert(beyond_.end(), links.begin(), links.end());
}

void ForceTorqueSensor::before_step() {
  before_.clear();
  for (const auto& link : beyond_) before_.push_back(motion(link));
}

void ForceTorqueSensor::after_step(double dt, bool wanted) {
  if (!wanted || before_.size() != beyond_.size()) return reading_.reset();
  const Felt felt = measured(dt);
  if (!reading_) {
    reading_ = felt;
    return;
  }
  const double share = std::min(1.0, dt / AVERAGED);
  reading_->force += (felt.force - reading_->force) * share;
  reading_->torque += (felt.torque - reading_->torque) * share;
}

ForceTorqueSensor::Motion ForceTorqueSensor::motion(const gazebo::physics::LinkPtr& link) const {
  return {link->WorldCoGLinearVel(), link->WorldAngularVel()};
}

// Newton-Euler equations for the links beyond the joint: the wrench of their motion, less their
// weight and the joint's wrench.
Felt ForceTorqueSensor::measured(double dt) const {
  const Pose3d child = joint_->GetChild()->WorldPose();
  const Pose3d sensor = child * pose_of(settings_.pose);
  const auto wrench = joint_->GetForceTorque(0u);
  // Gazebo gives what acts on the joint, at its anchor, in the child link's axes.
  const Vector3d given = child.Rot() * -wrench.body2Force, anchor = joint_->Anchor(0);
  Vector3d force = -given,
           torque = child.Rot() * wrench.body2Torque - (anchor - sensor.Pos()).Cross(given);
  for (std::size_t k = 0; k < beyond_.size(); ++k) {
    const auto& link = beyond_[k];
    const Motion after = motion(link);
    const Vector3d gravity = link->GetGravityMode() ? link->GetWorld()->Gravity() : Vector3d::Zero;
    const Vector3d taken =
        link->GetInertial()->Mass() * ((after.linear - before_[k].linear) / dt - gravity);
    const auto inertia = link->WorldInertiaMatrix();
    force += taken;
    torque += (link->WorldCoGPose().Pos() - sensor.Pos()).Cross(taken) +
              inertia * ((after.angular - before_[k].angular) / dt) +
              after.angular.Cross(inertia * after.angular);
  }
  return {sensor.Rot().RotateVectorReverse(force), sensor.Rot().RotateVectorReverse(torque)};
}

}  // namespace sim::joints
