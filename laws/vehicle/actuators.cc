#include "laws/vehicle/actuators.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

// Share of its range within which an actuator has reached its command.
constexpr double FADED = 1e-9;

}  // namespace

Actuator::Actuator(double lower, double upper, double max_rate, double time_constant, double delay)
    : lower_(lower),
      upper_(upper),
      max_rate_(max_rate),
      time_constant_(time_constant),
      delay_(delay) {}

void Actuator::reset(double value) {
  value_ = delayed_ = value;
  time_ = 0.0;
  waiting_.clear();
}

double Actuator::update(double demand, double dt) {
  const double target = after_delay(std::min(std::max(demand, lower_), upper_), dt);
  double change = target - value_;
  // A lag that has faded has arrived: a brake that was let go does not bind for ever.
  if (std::abs(change) <= FADED * (upper_ - lower_)) {
    value_ = target;
    return target;
  }
  const double limit = max_rate_ * dt;
  if (time_constant_ > 0.0) {
    change *= 1.0 - std::exp(-dt / time_constant_);
  } else if (std::abs(change) <= limit) {
    value_ = target;
    return target;
  }
  value_ += std::min(std::max(change, -limit), limit);
  return value_;
}

double Actuator::after_delay(double demand, double dt) {
  if (delay_ == 0.0) return demand;
  if (demand != (waiting_.empty() ? delayed_ : waiting_.back().second))
    waiting_.emplace_back(time_ + delay_, demand);
  // The tolerance keeps a delay of n steps at n steps whatever the rounding of the summed time.
  while (!waiting_.empty() && waiting_.front().first <= time_ + 1e-9) {
    delayed_ = waiting_.front().second;
    waiting_.pop_front();
  }
  time_ += dt;
  return delayed_;
}

}  // namespace sim::vehicle
