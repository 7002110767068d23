#include "joints/drive.h"

#include <algorithm>
#include <cmath>

namespace sim::joints {
namespace {

// Of a position, far above what rounding does when a model is moved as a whole.
constexpr double LEAST_DISPLACEMENT = 1e-6;
// Part of the effort that is left for braking beside gravity.
constexpr double BRAKING = 0.5;
// Simulated s at the effort limit before a warning.
constexpr double LONG = 0.1;
// Simulated s that going back from a contact takes.
constexpr double BACKING = 0.1;
// Simulated s: a joint whose reference is further ahead, at the fastest speed, is blocked or slips.
constexpr double BLOCKED_LEAD = 0.02;

}  // namespace

Drive::Drive(const Axis& axis, Control control)
    : axis_(axis), control_(control), trajectory_(control != Control::POSITION) {
  if (control != Control::EFFORT) motor_.emplace(axis_);
}

void Drive::seat(double time) {
  seen_ = reference_ = axis_.position();
  saturated_for_ = 0.0;
  trajectory_.hold(time, control_ == Control::POSITION ? reference_ : 0.0);
}

void Drive::back_off(double time, double place) {
  seat(time);
  if (control_ == Control::POSITION)
    trajectory_.merge(time, {Knot{time + BACKING, Degree::CUBIC, place}});
}

bool Drive::displaced() const { return std::abs(axis_.position() - seen_) > LEAST_DISPLACEMENT; }

void Drive::before_step(double time, double dt) {
  trajectory_.forget(time);
  const double value = trajectory_.at(time + dt).value;
  if (control_ == Control::EFFORT) {
    push(value);
  } else {
    unwind(value, dt);
    follow(control_ == Control::POSITION ? value : reference_ + value * dt, dt);
  }
}

void Drive::after_step(double dt) {
  seen_ = axis_.position();
  if (motor_) {
    effort_ = motor_->effort();
    too_strong_ = std::abs(effort_) > 0.999 * axis_.effort_limit();
    if (too_strong_ && control_ == Control::VELOCITY) reference_ = seen_;
  }
  saturated_for_ = too_strong_ ? saturated_for_ + dt : 0.0;
}

const char* Drive::exceeded() const {
  return too_far_                ? "position"
         : too_fast_             ? "velocity"
         : saturated_for_ > LONG ? "effort"
                                 : nullptr;
}

void Drive::unwind(double value, double dt) {
  const bool by_velocity = control_ == Control::VELOCITY;
  const double position = axis_.position(), ahead = reference_ - position;
  const double fastest = by_velocity ? std::abs(value) : axis_.velocity_limit();
  const double lead = fastest * std::max(BLOCKED_LEAD, 2.0 * dt);
  // A speed of 0 holds a position.
  if (std::abs(ahead) <= lead || (by_velocity && value == 0.0)) return;
  const double way =
      by_velocity ? value : std::clamp(value, axis_.lower(), axis_.upper()) - position;
  if (way * ahead < 0.0) {
    reference_ = position;
  } else if (by_velocity) {
    reference_ = position + std::clamp(ahead, -lead, lead);
  }
}

void Drive::follow(double target, double dt) {
  const double allowed = std::clamp(target, axis_.lower(), axis_.upper());
  const double way = allowed - reference_, reach = axis_.velocity_limit() * dt;
  const double moved = std::clamp(way, -reach, reach);
  too_far_ = std::abs(target - allowed) > 1e-6;
  too_fast_ = std::abs(way) > reach * 1.001 + 1e-9;
  const double error = reference_ - axis_.position();
  reference_ += moved;
  moving_ = moved != 0.0;
  const double fastest = axis_.velocity_limit();
  motor_->run(std::clamp(moved / dt + correction(error, dt), -fastest, fastest),
              axis_.effort_limit());
}

// The speed that ends an error within a step, but none from which the joint could not be braked in
// time.
double Drive::correction(double error, double dt) const {
  const double at_once = std::abs(error) / dt;
  if (!std::isfinite(axis_.effort_limit())) return std::copysign(at_once, error);
  const double braking = BRAKING * axis_.effort_limit() / std::max(axis_.inertia(), 1e-9);
  return std::copysign(std::min(at_once, std::sqrt(2.0 * braking * std::abs(error))), error);
}

void Drive::push(double effort) {
  moving_ = true;
  const double most = axis_.effort_limit(), speed = axis_.velocity();
  too_strong_ = std::abs(effort) > most;
  too_fast_ = std::abs(speed) >= axis_.velocity_limit() && effort * speed > 0.0;
  effort_ = too_fast_ ? 0.0 : std::clamp(effort, -most, most);
  axis_.joint().SetForce(0, effort_);
}

}  // namespace sim::joints
