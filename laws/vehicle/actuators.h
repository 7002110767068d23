// Actuator dynamics between a demand and its effect: pure delay, first-order lag, rate limit and
// range.
//
// One class serves steering (rad), drive torque and brake torque (N m).
#pragma once

#include <deque>
#include <utility>

namespace sim::vehicle {

// Follows a demand after `delay`, with time constant `time_constant`, no faster than `max_rate`,
// within [lower, upper].
class Actuator {
 public:
  Actuator(double lower, double upper, double max_rate, double time_constant, double delay);

  // Rest at `value` and discard delayed demands.
  void reset(double value = 0.0);

  // Advance by `dt` towards `demand` and return the output.
  double update(double demand, double dt);

  double value() const { return value_; }

 private:
  double after_delay(double demand, double dt);

  double lower_, upper_, max_rate_, time_constant_, delay_;
  double value_ = 0.0;
  double delayed_ = 0.0;
  double time_ = 0.0;
  std::deque<std::pair<double, double>> waiting_;
};

}  // namespace sim::vehicle
