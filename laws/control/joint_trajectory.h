// The law of a joint trajectory controller: a spline for each joint, tolerances, and the test that
// a goal is reached. Times in simulated s; values in rad or m and their derivatives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "laws/joints/command.h"
#include "laws/joints/trajectory.h"

namespace sim::control {

// A tolerance of 0 is not checked.
struct Tolerance {
  double position = 0.0, velocity = 0.0, acceleration = 0.0;
};

struct Motion {
  double position = 0.0, velocity = 0.0, acceleration = 0.0;
};

// Points for some joints, in the order of `joints`; `start` s is time 0 of the points.
struct TrajectoryMessage {
  double start = 0.0;
  std::vector<std::string> joints;
  std::vector<joints::Point> points;
};

class JointTrajectories {
 public:
  // Joints by name, and whether each turns without end.
  JointTrajectories(std::vector<std::string> joints, std::vector<bool> continuous);

  // Stands at these positions.
  void hold(double time, const std::vector<double>& positions);
  // Stop within `duration` s at a constant deceleration, from the desired motion at `time`.
  void stop(double time, double duration);
  // Replace the plan from the first point that is still in the future; joints that are not named
  // keep their plan. The first segment starts from the planned motion at its start time. Throws
  // InputError for an invalid message; the plan is unchanged then.
  void take(double time, const TrajectoryMessage& message, bool partial);

  // Return the desired motion of joint `row` at a time.
  Motion wanted(std::size_t row, double time) const;
  // Return the time of the last point.
  double end() const { return end_; }
  // Call it with each step.
  void forget(double time);

 private:
  std::vector<std::size_t> rows_of(const TrajectoryMessage& message, bool partial) const;

  std::vector<std::string> names_;
  std::vector<bool> continuous_;
  std::vector<joints::Trajectory> joints_;
  double end_ = 0.0;
};

// Return whether an error is within a tolerance.
bool within(const Motion& error, const Tolerance& tolerance);

}  // namespace sim::control
