// Stamped driving commands in their order of effect; `speed_control` and `pedals` convert a command
// into torque.
//
// Stamps are simulation time. A command takes effect at the first step at or after its stamp; stamp
// 0 means at once.
#pragma once

#include <array>
#include <deque>
#include <limits>
#include <optional>
#include <variant>

#include "laws/vehicle/pedals.h"

namespace sim::vehicle {

// m/s to be reached with `|acceleration|` in m/s^2, 0 for the vehicle's own limits.
struct SpeedCommand {
  double speed = 0.0;
  double acceleration = 0.0;
};

// Of the front and the rear axle, N m at the wheels: drives forwards where positive, brakes.
struct AxleTorques {
  std::array<double, 2> drive{};
  std::array<double, 2> brake{};
};

// Roll freely.
struct Neutral {};

// A driving command, beside a bicycle steering angle (rad).
struct Command {
  double stamp = 0.0;
  double steering_angle = 0.0;
  std::variant<SpeedCommand, Pedals, AxleTorques, Neutral> wish;
};

// Commands that wait for their time, and when the last one took effect.
class CommandQueue {
 public:
  // Forget every command.
  void reset();

  // Queue a command; of two with one stamp, the later added wins. InputError for numbers that are
  // not finite, pedals beyond 0 to 1 and brakes that drive.
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
