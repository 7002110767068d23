#include "laws/control/pid.h"

#include <algorithm>

namespace sim::control {

double Pid::answer(double error, double rate, double dt, const Range& possible) {
  const double before = sum_;
  sum_ += error * dt;
  if (gains_.antiwindup && gains_.i != 0.0) {
    const double one = gains_.least / gains_.i, other = gains_.most / gains_.i;
    sum_ = std::clamp(sum_, std::min(one, other), std::max(one, other));
  }
  double integral = gains_.i * sum_;
  if (!gains_.antiwindup) integral = std::clamp(integral, gains_.least, gains_.most);
  last_ = error;
  begun_ = true;
  const double output = gains_.p * error + integral + gains_.d * rate;
  const double excess = output - possible.kept(output);
  if (excess * gains_.i * (sum_ - before) > 0.0) sum_ = before;
  return output;
}

double Pid::answer(double error, double dt, const Range& possible) {
  return answer(error, begun_ && dt > 0.0 ? (error - last_) / dt : 0.0, dt, possible);
}

void Pid::reset() {
  sum_ = last_ = 0.0;
  begun_ = false;
}

}  // namespace sim::control
