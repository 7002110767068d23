// The drive of one joint: follows its trajectory by a motor, or pushes with an effort, within the
// joint's limits.
//
// The reference moves within the joint's limits of position and velocity, as on the embedded
// simulator.
#pragma once

#include <optional>

#include "joints/axis.h"
#include "laws/joints/command.h"
#include "joints/motor.h"

namespace sim::joints {

class Drive {
 public:
  Drive(const Axis& axis, Control control);

  const Axis& axis() const { return axis_; }
  // Further links that the joint moves.
  void carry(const gazebo::physics::Link_V& links) { axis_.carry(links); }
  Trajectory& trajectory() { return trajectory_; }

  // Hold the joint at its position and discard the plan.
  void seat(double time);
  // Discard the plan and move back to a position, if the joint is controlled by position.
  void back_off(double time, double place);
  // Return whether the joint was commanded to move, or was pushed, in the last step.
  bool moving() const { return moving_; }
  // Return whether the joint was moved from outside since after_step.
  bool displaced() const;
  // Sets the motor for the step that leads to time + dt.
  void before_step(double time, double dt);
  void after_step(double dt);
  // Return the limit that overrides the joint's command; nullptr without one.
  const char* exceeded() const;
  // N or N m that the drive gives.
  double effort() const { return effort_; }

 private:
  void follow(double target, double dt);
  // Set the reference of a blocked joint back to its position if it is to return, and keep it close
  // ahead otherwise where the control is by velocity; `value` is the demand.
  void unwind(double value, double dt);
  void push(double effort);
  double correction(double error, double dt) const;

  Axis axis_;
  Control control_;
  std::optional<Motor> motor_;  // none where the control is by effort
  Trajectory trajectory_;
  double reference_ = 0.0, seen_ = 0.0, effort_ = 0.0, saturated_for_ = 0.0;
  bool too_far_ = false, too_fast_ = false, too_strong_ = false, moving_ = false;
};

}  // namespace sim::joints
