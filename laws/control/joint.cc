#include "laws/control/joint.h"

#include <algorithm>
#include <cmath>

namespace sim::control {
namespace {

// Of the velocity limit: a joint by effort that is slower is blocked if its setpoint is ahead.
constexpr double BLOCKED_SPEED = 0.05;
// Simulated s: a joint by position is blocked if its setpoint is further ahead, at the limit's
// speed.
constexpr double BLOCKED_LEAD = 0.02;

}  // namespace

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
      return within_effort(error, dt);
    }
    case Interface::VELOCITY: {
      const double wanted = std::clamp(command_.value_or(0.0), -most, most);
      return pid_ ? within_effort(wanted - velocity_, dt) : wanted;
    }
    default:
      return possible_effort().kept(command_.value_or(0.0));
  }
}

double Joint::kept_position(double dt) {
  const JointLimits& limits = described_.limits;
  const double reach = limits.velocity * dt, before = allowed_.value_or(position_);
  const double within = std::clamp(command_.value_or(position_), limits.lower, limits.upper);
  // A blocked joint goes back from its position, not from a setpoint ahead of it.
  const double ahead = before - position_;
  const double lead = std::max(2.0 * reach, pid_ ? 0.0 : BLOCKED_LEAD * limits.velocity);
  const bool slow = !pid_ || std::abs(velocity_) < BLOCKED_SPEED * limits.velocity;
  const bool blocked = std::abs(ahead) > lead && slow;
  const double from = blocked && (within - position_) * ahead < 0.0 ? position_ : before;
  allowed_ = std::clamp(within, from - reach, from + reach);
  return *allowed_;
}

Range Joint::possible() const {
  switch (described_.interface) {
    case Interface::POSITION:
      return {described_.limits.lower, described_.limits.upper};
    case Interface::VELOCITY:
      return Range().within(described_.limits.velocity);
    default:
      return possible_effort();
  }
}

Range Joint::possible_effort() const {
  const JointLimits& limits = described_.limits;
  double least = -limits.effort, most = limits.effort;
  if (position_ < limits.lower || velocity_ < -limits.velocity) least = 0.0;
  if (position_ > limits.upper || velocity_ > limits.velocity) most = 0.0;
  return {least, most};
}

double Joint::within_effort(double error, double dt) {
  const Range possible = possible_effort();
  return possible.kept(pid_->answer(error, dt, possible));
}

}  // namespace sim::control
