// Interpolation of traffic between two SUMO states: cubic Hermite in x, y, z, shortest arc in yaw,
// linear in pitch and roll.
//
// A state is shown one SUMO step after its stamp, so that the next one is at hand when a segment
// begins. A state that comes late is driven to smoothly from where dead reckoning had shown the
// vehicles meanwhile. sim.traffic.interpolation binds it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "laws/traffic/traffic_state.h"

namespace sim {

struct TrafficPose {
  std::array<double, 3> position;
  double yaw;  // not wrapped
  double pitch, roll;
};

using TrafficPoses = std::vector<TrafficPose>;

struct VehiclePose {
  std::array<double, 3> position;
  double yaw;  // in [-pi, pi)
  double pitch, roll;
  std::array<double, 3> velocity;
  double yaw_rate;
};

// Motion of the vehicles of one state from `begin` until `end`, when the next state is shown.
class Segment {
 public:
  // Straight on from where the state's vehicles are, `late` s after they should have been there,
  // without end.
  Segment(TrafficStatePtr state, double begin, double late);

  // Move the vehicles that are also in `target` to it until `end`; the others continue straight.
  // Starts at `time` if that is later than the beginning.
  void aim(const TrafficState& target, double time, double end);
  void at(double time, TrafficPoses& poses) const;
  VehiclePose at(double time, std::size_t row) const;
  // Writes the coefficients (4, count, columns) of x, y, z, yaw, pitch, roll of some rows, in
  // rising powers of time - begin; returns the columns: 4 where all of these are level, else 6.
  int motion(const std::int64_t* rows, std::size_t count, double* coefficients) const;
  // Write the rows of vehicles nearer than their `reach` (size,), along x and along y, to one of
  // some places (count, 3); return their number.
  std::size_t near(double time, const double* places, std::size_t count, const double* reach,
                   std::int64_t* rows) const;

  const TrafficState& state() const { return *state_; }
  double end() const { return end_; }
  double begin() const { return begin_; }

 private:
  using Triple = std::array<double, 3>;

  // Hermite weights of the displacement and of the velocities at both ends in a position and in a
  // velocity, and the share of the time that has passed.
  struct Weights {
    Triple position, velocity;
    double passed;
  };

  // Current and target pose of one vehicle; angles are yaw, pitch, roll.
  struct Way {
    Triple position, velocity, angles, end_position, end_velocity, turn;
  };

  Weights weights(double time) const;
  static double place(const Way& way, int axis, const Weights& weights);
  void restart(double time);

  TrafficStatePtr state_;
  double begin_, end_;
  std::vector<Way> ways_;
};

class Interpolator {
 public:
  Interpolator();

  // Takes a state at simulation time `time`; one that is not newer than the last starts a run
  // afresh.
  void add(TrafficStatePtr state, double time);
  // Moves on to the segment of `time`; true if the set of vehicles shown may have changed.
  bool advance(double time);

  // State with the vehicles that are shown.
  const TrafficState& state() const { return segment_.state(); }
  const Segment& segment() const { return segment_; }
  // Stamp of the newest state at hand.
  double newest() const;
  // Earliest time at which advance() may return true.
  double changes_at() const;
  // Number of changes of the motion so far.
  std::int64_t version() const { return version_; }
  // Poses at `time` of all vehicles shown.
  void at(double time, TrafficPoses& poses) const { segment_.at(time, poses); }
  VehiclePose at(double time, std::size_t row) const { return segment_.at(time, row); }

 private:
  double due() const;
  void aim(const TrafficState& target, double time);

  Segment segment_;
  std::deque<TrafficStatePtr> next_;
  bool emptied_ = false;  // since the last advance()
  std::int64_t version_ = 0;
};

}  // namespace sim
