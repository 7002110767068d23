// Schedule of a sensor: measurement k is taken at the first step at or after k / rate, so that
// sensors of one rate measure together.
#pragma once

#include <cmath>

namespace sim {

class Schedule {
 public:
  explicit Schedule(double rate) : rate_(rate) {}

  double rate() const { return rate_; }

  // Number of the newest measurement that is due at `time`.
  long number(double time) const { return std::lround(std::floor(time * rate_ + ROUNDING)); }

  // Return whether the step that ends at `time` reaches a measurement.
  bool reached(double time, double step) const { return number(time) > number(time - step); }

  // The same; once for each time.
  bool due(double time, double step) {
    const bool again = time == seen_;
    seen_ = time;
    return !again && reached(time, step);
  }

 private:
  // Of times, which Gazebo keeps in whole nanoseconds, in periods.
  static constexpr double ROUNDING = 1e-5;
  double rate_;
  double seen_ = -1.0;
};

}  // namespace sim
