#include "laws/control/joint_trajectory.h"

#include <algorithm>
#include <cmath>

#include "laws/input_error.h"

namespace sim::control {
namespace {

using joints::Degree;
using joints::Knot;
using joints::Point;

const char* const WHERE = "trajectory";

void check_length(const std::vector<double>& values, std::size_t joints, const char* what,
                  std::size_t point) {
  const std::string where = std::string(WHERE) + ".points[" + std::to_string(point) + "]." + what;
  if (!values.empty() && values.size() != joints)
    throw InputError(where, "has " + std::to_string(values.size()) + " values for " +
                                std::to_string(joints) + " joints");
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    throw InputError(where, "must be finite");
}

void check(const TrajectoryMessage& message) {
  double before = -1.0;
  for (std::size_t index = 0; index < message.points.size(); ++index) {
    const Point& point = message.points[index];
    const std::string where = std::string(WHERE) + ".points[" + std::to_string(index) + "]";
    if (point.positions.empty())
      throw InputError(where, "has no positions; write one for each joint");
    check_length(point.positions, message.joints.size(), "positions", index);
    check_length(point.velocities, message.joints.size(), "velocities", index);
    check_length(point.accelerations, message.joints.size(), "accelerations", index);
    if (point.time <= before)
      throw InputError(where + ".time_from_start", "must be later than the point's before");
    before = point.time;
  }
}

// Of joint `column` of a message.
Knot knot_of(const Point& point, std::size_t column, double start) {
  Knot knot;
  knot.time = start + point.time;
  knot.value = point.positions[column];
  knot.degree = Degree::LINEAR;
  if (point.velocities.empty()) return knot;
  knot.slope = point.velocities[column];
  knot.degree = Degree::CUBIC;
  if (point.accelerations.empty()) return knot;
  knot.curvature = point.accelerations[column];
  knot.degree = Degree::QUINTIC;
  return knot;
}

}  // namespace

JointTrajectories::JointTrajectories(std::vector<std::string> joints, std::vector<bool> continuous)
    : names_(std::move(joints)),
      continuous_(std::move(continuous)),
      joints_(names_.size(), joints::Trajectory(false)) {}

void JointTrajectories::hold(double time, const std::vector<double>& positions) {
  for (std::size_t row = 0; row < joints_.size(); ++row) joints_[row].hold(time, positions[row]);
  end_ = time;
}

void JointTrajectories::stop(double time, double duration) {
  for (joints::Trajectory& joint : joints_) {
    const joints::Sample now = joint.at(time);
    joint.hold(time, now.value);
    if (duration <= 0.0) continue;
    // A cubic with this end is a parabola.
    joint.merge(time, {{time, Degree::STEP, now.value, now.slope, 0.0},
                       {time + duration, Degree::CUBIC, now.value + now.slope * duration / 2.0}});
  }
  end_ = time + std::max(duration, 0.0);
}

std::vector<std::size_t> JointTrajectories::rows_of(const TrajectoryMessage& message,
                                                    bool partial) const {
  std::vector<std::size_t> rows;
  for (const std::string& name : message.joints) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end())
      throw InputError(std::string(WHERE) + ".joint_names",
                       "names '" + name + "', which is not one of the controller's joints");
    const auto row = static_cast<std::size_t>(found - names_.begin());
    if (std::find(rows.begin(), rows.end(), row) != rows.end())
      throw InputError(std::string(WHERE) + ".joint_names", "names " + name + " twice");
    rows.push_back(row);
  }
  if (rows.empty() || (!partial && rows.size() != names_.size()))
    throw InputError(std::string(WHERE) + ".joint_names",
                     "names " + std::to_string(rows.size()) + " of the controller's " +
                         std::to_string(names_.size()) + " joints; name all of them");
  return rows;
}

void JointTrajectories::take(double time, const TrajectoryMessage& message, bool partial) {
  const std::vector<std::size_t> rows = rows_of(message, partial);
  check(message);
  const double start = std::max(message.start, time);
  std::vector<std::vector<Knot>> knots(rows.size());
  for (std::size_t column = 0; column < rows.size(); ++column) {
    for (const Point& point : message.points) {
      const Knot knot = knot_of(point, column, message.start);
      if (knot.time > time) knots[column].push_back(knot);
    }
    if (knots[column].empty())
      throw InputError(std::string(WHERE) + ".points",
                       "are all in the past; write times after the simulated time");
  }
  for (std::size_t column = 0; column < rows.size(); ++column) {
    const std::size_t row = rows[column];
    if (continuous_[row]) {
      const double way = knots[column].front().value - joints_[row].at(start).value;
      const double turns = way - std::remainder(way, 2.0 * M_PI);
      for (Knot& knot : knots[column]) knot.value -= turns;
    }
    joints_[row].merge(start, knots[column]);
  }
  end_ = knots.front().back().time;
}

Motion JointTrajectories::wanted(std::size_t row, double time) const {
  const joints::Sample sample = joints_[row].at(time);
  return {sample.value, sample.slope, sample.curvature};
}

void JointTrajectories::forget(double time) {
  for (joints::Trajectory& joint : joints_) joint.forget(time);
}

bool within(const Motion& error, const Tolerance& tolerance) {
  const auto kept = [](double value, double most) {
    return most <= 0.0 || std::abs(value) <= most;
  };
  return kept(error.position, tolerance.position) && kept(error.velocity, tolerance.velocity) &&
         kept(error.acceleration, tolerance.acceleration);
}

}  // namespace sim::control
