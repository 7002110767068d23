#include "laws/control/pid.h"

#include <algorithm>

namespace sim::control {

double Pid::answer(double error, double rate, double dt) {
  sum_ += error * dt;
  if (gains_.antiwindup && gains_.i != 0.0) {
    const double one = gains_.least / gains_.i, other = gains_.most / gains_.i;
    sum_ = std::clamp(sum_, std::min(one, other), std::max(one, other));
  }
  double integral = gains_.i * sum_;
  if (!gains_.antiwindup) integral = std::clamp(integral, gains_.least, gains_.most);
  last_ = error;
  begun_ = true;
  return gains_.p * error + integral + gains_.d * rate;
}

double Pid::answer(double error, double dt) {
  return answer(error, begun_ && dt > 0.0 ? (error - last_) / dt : 0.0, dt);
}

void Pid::reset() {
  sum_ = last_ = 0.0;
  begun_ = false;
}

}  // namespace sim::control
