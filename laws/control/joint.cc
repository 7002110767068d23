#include "laws/control/joint.h"

#include <algorithm>
#include <cmath>

namespace sim::control {

Joint::Joint(const DescribedJoint& described, const std::optional<Gains>& gains)
    : described_(described) {
  if (gains) pid_.emplace(*gains);
}

void Joint::measure(double position, double velocity, double effort) {
  position_ = position;
  velocity_ = velocity;
  effort_ = effort;
  if (!command_) release();
}

void Joint::reset() {
  command_.reset();
  allowed_.reset();
  if (pid_) pid_->reset();
}

void Joint::release() {
  const bool holds = described_.interface == Interface::POSITION;
  command_ = holds ? allowed_.value_or(position_) : 0.0;
  if (pid_ && !holds) pid_->reset();
}

double Joint::output(double dt) {
  const double most = described_.limits.velocity;
  switch (described_.interface) {
    case Interface::POSITION: {
      const double wanted = kept_position(dt);
      if (!pid_) return wanted;
      const double error = described_.continuous ? std::remainder(wanted - position_, 2.0 * M_PI)
                                                 : wanted - position_;
      return kept_effort(pid_->answer(error, dt));
    }
    case Interface::VELOCITY: {
      const double wanted = std::clamp(command_.value_or(0.0), -most, most);
      return pid_ ? kept_effort(pid_->answer(wanted - velocity_, dt)) : wanted;
    }
    default:
      return kept_effort(command_.value_or(0.0));
  }
}

double Joint::kept_position(double dt) {
  const JointLimits& limits = described_.limits;
  const double reach = limits.velocity * dt, from = allowed_.value_or(position_);
  const double within = std::clamp(command_.value_or(position_), limits.lower, limits.upper);
  allowed_ = std::clamp(within, from - reach, from + reach);
  return *allowed_;
}

// None that drives on beyond a limit of position or velocity.
double Joint::kept_effort(double effort) const {
  const JointLimits& limits = described_.limits;
  double least = -limits.effort, most = limits.effort;
  if (position_ < limits.lower || velocity_ < -limits.velocity) least = 0.0;
  if (position_ > limits.upper || velocity_ > limits.velocity) most = 0.0;
  return std::clamp(effort, least, most);
}

}  // namespace sim::control
