// Limits a log line to one in so many wall seconds. ROS_ERROR_THROTTLE uses simulated time, and
// logs nothing before that has run for so long.
#pragma once

#include <chrono>

namespace sim {

class LogThrottle {
 public:
  explicit LogThrottle(double seconds) : period_(seconds) {}

  bool due() {
    const auto now = std::chrono::steady_clock::now();
    if (said_ && now - last_ < period_) return false;
    said_ = true;
    last_ = now;
    return true;
  }

 private:
  std::chrono::duration<double> period_;
  std::chrono::steady_clock::time_point last_;
  bool said_ = false;
};

}  // namespace sim
