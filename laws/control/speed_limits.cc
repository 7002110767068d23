#include "laws/control/speed_limits.h"

namespace sim::control {

double SpeedLimits::allowed(double wanted, double dt) {
  const double change = last_ - before_, second = 2.0 * dt * dt;
  double next = wanted;
  // An infinite limit times a step stays infinite.
  next =
      last_ + change + Range{jerk_.least * second, jerk_.most * second}.kept(next - last_ - change);
  next = last_ + Range{acceleration_.least * dt, acceleration_.most * dt}.kept(next - last_);
  next = speed_.kept(next);
  before_ = last_;
  last_ = next;
  return next;
}

}  // namespace sim::control
