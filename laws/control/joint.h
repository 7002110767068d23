// A joint between controllers and a simulator: its measured state, its command, and the value that
// the simulator drives. SI units.
#pragma once

#include <optional>

#include "laws/control/pid.h"
#include "laws/control/described_joint.h"

namespace sim::control {

class Joint {
 public:
  // With gains the simulator gets an effort, whatever the interface.
  Joint(const DescribedJoint& described, const std::optional<Gains>& gains);

  const DescribedJoint& described() const { return described_; }
  const std::string& name() const { return described_.name; }
  Interface interface() const { return described_.interface; }
  // Return the driven quantity: a position, a velocity or an effort.
  Interface driven() const { return pid_ ? Interface::EFFORT : described_.interface; }

  // Store the state that the simulator measured.
  void measure(double position, double velocity, double effort);
  // Store a controller's command, in the unit of the joint's interface.
  void command(double value) { command_ = value; }
  double commanded() const { return command_.value_or(0.0); }
  // Clear the command after the joint was moved to another position.
  void reset();
  // End control: a position is held, velocity and effort become 0.
  void release();
  // Return the value to drive for the next `dt` s, within the joint's limits.
  double output(double dt);

  double position() const { return position_; }
  double velocity() const { return velocity_; }
  double effort() const { return effort_; }
  // Return the commands that have an effect: within the limits, and none that drives on beyond one.
  Range possible() const;

 private:
  double kept_position(double dt);
  Range possible_effort() const;
  double within_effort(double error, double dt);

  DescribedJoint described_;
  std::optional<Pid> pid_;
  double position_ = 0.0, velocity_ = 0.0, effort_ = 0.0;
  // None before the first measurement.
  std::optional<double> command_;
  // The last position that was allowed.
  std::optional<double> allowed_;
};

}  // namespace sim::control
