#include "control/joint_drive.h"

#include <algorithm>
#include <cmath>

#include <gazebo/physics/Link.hh>

namespace sim::control {
namespace {

// A position is reached with any effort, as in upstream; a URDF's limits of 0 count as unlimited.
gazebo::physics::JointPtr unlimited(const gazebo::physics::JointPtr& joint, Interface driven) {
  if (driven == Interface::POSITION || joint->GetEffortLimit(0) == 0.0)
    joint->SetEffortLimit(0, -1.0);
  if (joint->GetVelocityLimit(0) == 0.0) joint->SetVelocityLimit(0, -1.0);
  return joint;
}

// rad or m, Gazebo's own of a joint without limits.
constexpr double FAR = 1e16;

}  // namespace

JointDrive::JointDrive(const gazebo::physics::JointPtr& joint, Interface driven)
    : axis_(unlimited(joint, driven)), driven_(driven) {
  if (driven == Interface::POSITION) position_.emplace(axis_, joints::Control::POSITION);
  if (driven == Interface::VELOCITY) velocity_.emplace(axis_);
  if (driven != Interface::EFFORT && std::isinf(axis_.effort_limit())) {
    // ODE adds the whole of a motor's effort to a joint at its stop. One without a limit of effort
    // would throw the model off, and keeps within the joint's limits by itself.
    joint->SetLowerLimit(0, -FAR);
    joint->SetUpperLimit(0, FAR);
  }
}

JointReading JointDrive::read() const {
  // ODE's velocity of a joint whose motor presses on something is not its real speed.
  return {axis_.position(), position_ && seen_ ? moved_ : axis_.velocity(), effort_};
}

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
      velocity_->run(within_limits(value, dt), axis_.effort_limit());
      break;
    default:
      axis_.joint().SetForce(0, value);
      effort_ = value;
  }
}

double JointDrive::within_limits(double speed, double dt) const {
  if (std::isfinite(axis_.effort_limit())) return speed;
  const double here = axis_.position();
  return std::clamp(speed, std::min((axis_.lower() - here) / dt, 0.0),
                    std::max((axis_.upper() - here) / dt, 0.0));
}

void JointDrive::after_step(double dt) {
  if (velocity_) effort_ = velocity_->effort();
  if (!position_) return;
  const double position = axis_.position();
  const double moved = (position - seen_.value_or(position)) / dt;
  // An angle may begin again after a turn.
  moved_ = std::abs(moved) * dt < M_PI ? moved : axis_.velocity();
  seen_ = position;
  position_->after_step(dt);
  effort_ = position_->effort();
}

}  // namespace sim::control
