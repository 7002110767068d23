// A joint between controllers and a simulator: what it does, what it is asked for, and what a
// simulator is to do with it. SI units.
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
  // What the simulator is to drive: a position, a velocity or an effort.
  Interface driven() const { return pid_ ? Interface::EFFORT : described_.interface; }

  // What the simulator has measured.
  void measure(double position, double velocity, double effort);
  // What a controller wants, by the joint's interface.
  void command(double value) { command_ = value; }
  double commanded() const { return command_.value_or(0.0); }
  // Forgets what was commanded: the joint has been put elsewhere.
  void reset();
  // Nobody commands: a position holds, velocity and effort are 0.
  void release();
  // What the simulator is to drive for the next `dt` s, within the joint's limits.
  double output(double dt);

  double position() const { return position_; }
  double velocity() const { return velocity_; }
  double effort() const { return effort_; }

 private:
  double kept_position(double dt);
  double kept_effort(double effort) const;

  DescribedJoint described_;
  std::optional<Pid> pid_;
  double position_ = 0.0, velocity_ = 0.0, effort_ = 0.0;
  // None before the first measurement.
  std::optional<double> command_;
  // The last position that was allowed.
  std::optional<double> allowed_;
};

}  // namespace sim::control
