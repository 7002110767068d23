#include "laws/vehicle/commands.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "laws/input_error.h"

namespace sim::vehicle {
namespace {

// Half a nanosecond, the resolution of ROS time stamps: a stamp that names a step must not miss it
// by rounding.
constexpr double TOLERANCE = 0.5e-9;

std::string shown(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

void require(bool met, const char* name, const char* what, double value) {
  if (!met)
    throw InputError(std::string("vehicle command: ") + name,
                     std::string("must be ") + what + ", not " + shown(value));
}

void require_finite(const char* name, double value) {
  require(std::isfinite(value), name, "a finite number", value);
}

void require_share(const char* name, double value) {
  require(value >= 0.0 && value <= 1.0, name, "a number from 0 to 1", value);
}

void check(const SpeedCommand& command) {
  require_finite("speed", command.speed);
  require_finite("acceleration", command.acceleration);
}

void check(const Pedals& pedals) {
  require_share("throttle", pedals.throttle);
  require_share("brake", pedals.brake);
  require(pedals.gear >= NEUTRAL, "gear",
          "a forward gear's number, 0 (drive), -1 (reverse) or -2 (neutral)", pedals.gear);
}

void check(const AxleTorques& torques) {
  const auto brakes = [](const char* name, double brake) {
    require(brake >= 0.0 && std::isfinite(brake), name, "a finite number from 0", brake);
  };
  require_finite("front_drive", torques.drive[0]);
  require_finite("rear_drive", torques.drive[1]);
  brakes("front_brake", torques.brake[0]);
  brakes("rear_brake", torques.brake[1]);
}

void check(const Neutral&) {}

bool earlier(double stamp, const Command& command) { return stamp < command.stamp; }

}  // namespace

void CommandQueue::reset() { *this = CommandQueue(); }

void CommandQueue::add(const Command& command) {
  require_finite("stamp", command.stamp);
  require_finite("steering_angle", command.steering_angle);
  std::visit([](const auto& wish) { check(wish); }, command.wish);
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
