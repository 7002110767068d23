// Throttle of messages: a rate in simulated time and, for expensive messages, a limit in wall time
// too.
#pragma once

#include <chrono>
#include <limits>

namespace sim {

class Throttle {
 public:
  // `rate` in Hz of simulated time, `wall_rate` in Hz of wall time, without which no gap depends on
  // the pace.
  explicit Throttle(double rate, double wall_rate = std::numeric_limits<double>::infinity())
      : period_(1.0 / rate), wall_period_(1.0 / wall_rate) {}

  // Return whether a message is due at simulated time `now`; always true after time went back.
  bool due(double now) {
    if (last_ <= now && now < last_ + period_ - 1e-9) return false;
    const auto wall = Clock::now();
    if (now >= last_ && std::chrono::duration<double>(wall - last_wall_).count() < wall_period_)
      return false;
    last_ = now;
    last_wall_ = wall;
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double period_, wall_period_;
  double last_ = std::numeric_limits<double>::infinity();
  Clock::time_point last_wall_{};
};

}  // namespace sim
