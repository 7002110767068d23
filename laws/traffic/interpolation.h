// Where traffic is between two SUMO states: cubic Hermite in x, y, z, shortest arc in yaw, linear
// in pitch and roll; the same as sim.traffic.interpolation.
//
// A state is shown one SUMO step after its stamp, so that the next one is at hand when a segment
// begins. A state that comes late is driven to smoothly from where dead reckoning had shown the
// vehicles meanwhile.
#pragma once

#include <array>
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

// Motion of the vehicles of one state from `begin` until `end`, when the next state is shown:
// polynomials in time - begin.
class Segment {
 public:
  // Straight on from where the state's vehicles are, `late` s after they should have been there,
  // without end.
  Segment(TrafficStatePtr state, double begin, double late);

  // Lets the vehicles that `target` still knows arrive at it at `end`; the others go straight on.
  void aim(const TrafficState& target, double time, double end);
  void at(double time, TrafficPoses& poses) const;
  VehiclePose at(double time, std::size_t row) const;

  const TrafficState& state() const { return *state_; }
  double end() const { return end_; }
  double begin() const { return begin_; }

 private:
  void restart(double time);
  double elapsed(double time) const;

  TrafficStatePtr state_;
  double begin_, end_;
  // One vehicle's polynomials by axis, in rising powers of time; in one piece, as each is read once
  // for each pose.
  struct Motion {
    double axis[3][4];
    double yaw, yaw_rate, pitch, pitch_rate, roll, roll_rate;
  };

  std::vector<Motion> motions_;
};

class Interpolator {
 public:
  Interpolator();

  // Takes a state at simulation time `time`; one that is not newer than the last starts a run
  // afresh.
  void add(TrafficStatePtr state, double time);
  // Moves on to the segment of `time`; true if the set of vehicles shown may have changed.
  bool advance(double time);

  // The state whose vehicles are being shown.
  const TrafficState& state() const { return segment_.state(); }
  // Stamp of the newest state at hand.
  double newest() const;
  // Poses at `time` of all vehicles shown.
  void at(double time, TrafficPoses& poses) const { segment_.at(time, poses); }
  VehiclePose at(double time, std::size_t row) const { return segment_.at(time, row); }

 private:
  double due() const;
  void aim(const TrafficState& target, double time);

  Segment segment_;
  std::deque<TrafficStatePtr> next_;
  bool emptied_ = false;  // since the last advance()
};

}  // namespace sim
