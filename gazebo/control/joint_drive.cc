#include "control/joint_drive.h"

#include <cmath>

#include <gazebo/physics/Link.hh>

namespace sim::control {
namespace {

// A position comes about by whatever effort that takes, as upstream; a URDF's limits of 0 are none.
gazebo::physics::JointPtr unlimited(const gazebo::physics::JointPtr& joint, Interface driven) {
  if (driven == Interface::POSITION || joint->GetEffortLimit(0) == 0.0)
    joint->SetEffortLimit(0, -1.0);
  if (joint->GetVelocityLimit(0) == 0.0) joint->SetVelocityLimit(0, -1.0);
  return joint;
}

}  // namespace

JointDrive::JointDrive(const gazebo::physics::JointPtr& joint, Interface driven)
    : axis_(unlimited(joint, driven)), driven_(driven) {
  if (driven == Interface::POSITION) position_.emplace(axis_, joints::Control::POSITION);
  if (driven == Interface::VELOCITY) velocity_.emplace(axis_);
}

JointReading JointDrive::read() const { return {axis_.position(), axis_.velocity(), effort_}; }

void JointDrive::drive(double value, double time, double dt) {
  // ODE lets bodies at rest sleep.
  axis_.joint().GetChild()->SetEnabled(true);
  switch (driven_) {
    case Interface::POSITION:
      if (!seated_ || position_->displaced()) position_->seat(time);
      seated_ = true;
      position_->trajectory().hold(time, value);
      position_->before_step(time, dt);
      break;
    case Interface::VELOCITY:
      velocity_->run(value, axis_.effort_limit());
      break;
    default:
      axis_.joint().SetForce(0, value);
      effort_ = value;
  }
}

void JointDrive::after_step(double dt) {
  if (velocity_) effort_ = velocity_->effort();
  if (!position_) return;
  position_->after_step(dt);
  effort_ = position_->effort();
}

}  // namespace sim::control
