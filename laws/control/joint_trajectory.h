// What a joint trajectory controller makes of trajectories: splines of each joint, tolerances, and
// when a goal is reached. Simulated s; rad or m and their derivatives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "laws/joints/command.h"
#include "laws/joints/trajectory.h"

namespace sim::control {

// 0 is none.
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
  // Comes to rest within `duration` s at a constant deceleration, from what was wanted at `time`.
  void stop(double time, double duration);
  // Replaces what was planned from the first point that is still to come; joints that are not named
  // go on. The way there begins with what was planned for its start. InputError where anything is
  // wrong; nothing has changed then.
  void take(double time, const TrajectoryMessage& message, bool partial);

  // What joint `row` is to do at a time.
  Motion wanted(std::size_t row, double time) const;
  // When the last point is due.
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

// Whether an error is within a tolerance.
bool within(const Motion& error, const Tolerance& tolerance);

}  // namespace sim::control
