// A PID controller with the gains and the clamping of ros_control's control_toolbox. SI units.
#pragma once

#include "laws/control/range.h"

namespace sim::control {

// `least` and `most` limit the contribution of the integral; with `antiwindup` they limit the
// integral itself.
struct Gains {
  double p = 0.0, i = 0.0, d = 0.0;
  double least = 0.0, most = 0.0;
  bool antiwindup = false;
};

class Pid {
 public:
  explicit Pid(const Gains& gains) : gains_(gains) {}

  const Gains& gains() const { return gains_; }
  // Return the PID output for an error and its known rate of change, after another `dt` s. Of an
  // output beyond `possible` the integral does not grow further in that direction.
  double answer(double error, double rate, double dt, const Range& possible = {});
  // The same with the rate of change since the last call, 0 at the first.
  double answer(double error, double dt, const Range& possible = {});
  void reset();

 private:
  Gains gains_;
  double sum_ = 0.0, last_ = 0.0;
  bool begun_ = false;
};

}  // namespace sim::control
