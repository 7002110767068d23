#include "vehicle/law/commands.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/input_error.h"

namespace sim::vehicle {
namespace {

// Half a nanosecond, the resolution of ROS time stamps: a stamp that names a step must not miss it
// by rounding.
constexpr double TOLERANCE = 0.5e-9;

void require_finite(const char* name, double value) {
  if (std::isfinite(value)) return;
  const std::string text = std::isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf";
  throw InputError(std::string("vehicle command: ") + name, "must be a finite number, not " + text);
}

bool earlier(double stamp, const Command& command) { return stamp < command.stamp; }

}  // namespace

void CommandQueue::reset() { *this = CommandQueue(); }

void CommandQueue::add(const Command& command) {
  require_finite("stamp", command.stamp);
  require_finite("steering_angle", command.steering_angle);
  require_finite("speed", command.speed);
  require_finite("acceleration", command.acceleration);
  waiting_.insert(std::upper_bound(waiting_.begin(), waiting_.end(), command.stamp, earlier),
                  command);
}

const std::optional<Command>& CommandQueue::advance(double time) {
  const auto due = std::upper_bound(waiting_.begin(), waiting_.end(), time + TOLERANCE, earlier);
  if (due != waiting_.begin()) {
    current_ = *std::prev(due);
    applied_at_ = time;
    waiting_.erase(waiting_.begin(), due);
  }
  return current_;
}

}  // namespace sim::vehicle
