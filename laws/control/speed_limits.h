// Limits of a commanded speed and its derivatives, as diff_drive_controller has them. SI units.
#pragma once

#include "laws/control/range.h"

namespace sim::control {

class SpeedLimits {
 public:
  SpeedLimits() = default;
  SpeedLimits(Range speed, Range acceleration, Range jerk)
      : speed_(speed), acceleration_(acceleration), jerk_(jerk) {}

  // The speed that is allowed `dt` s after the last one.
  double allowed(double wanted, double dt);
  void reset() { last_ = before_ = 0.0; }

 private:
  Range speed_, acceleration_, jerk_;
  double last_ = 0.0, before_ = 0.0;
};

}  // namespace sim::control
