// Stamped driving commands in their order of effect; how a command becomes torque is in
// `speed_control`.
//
// Stamps are simulation time. A command takes effect at the first step at or after its stamp; stamp
// 0 means at once.
#pragma once

#include <deque>
#include <limits>
#include <optional>

namespace sim::vehicle {

// What the driver wants: bicycle steering angle (rad), speed (m/s), |acceleration| (m/s^2, 0 = the
// vehicle's limits).
struct Command {
  double stamp = 0.0;
  double steering_angle = 0.0;
  double speed = 0.0;
  double acceleration = 0.0;
  bool neutral = false;
};

// Commands that wait for their time, and when the last one took effect.
class CommandQueue {
 public:
  // Forget every command.
  void reset();

  // Queue a command; of two with one stamp, the later added wins.
  void add(const Command& command);

  // Return the command in force at `time`.
  const std::optional<Command>& advance(double time);

  double applied_at() const { return applied_at_; }

 private:
  std::deque<Command> waiting_;
  std::optional<Command> current_;
  double applied_at_ = -std::numeric_limits<double>::infinity();
};

}  // namespace sim::vehicle
