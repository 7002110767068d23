// Planned motion of one joint over time: the law of both simulators, bound to Python as
// sim.embedded.joints.trajectory.
//
// Times in simulated s; values in rad or m, rad/s or m/s, N or N m. Values are limits from the
// left: at a knot where a jump begins, the value before the jump counts, so that no command takes
// effect early.
#pragma once

#include <vector>

namespace sim::joints {

enum class Degree { STEP = 0, LINEAR = 1, CUBIC = 3, QUINTIC = 5 };

// A value and its derivatives at a time; `degree` is that of the polynomial that leads here from
// the knot before.
struct Knot {
  double time = 0.0;
  Degree degree = Degree::STEP;
  double value = 0.0, slope = 0.0, curvature = 0.0;
};

struct Sample {
  double value = 0.0, slope = 0.0, curvature = 0.0;
};

// The knots of one joint. After the last one a position holds; what `falls`, a velocity or an
// effort, is 0.
class Trajectory {
 public:
  explicit Trajectory(bool falls) : falls_(falls), knots_{Knot{}} {}

  // Discard the plan and hold a value.
  void hold(double time, double value) { knots_ = {{time, Degree::STEP, value}}; }

  // Replace the plan from the first of `knots` on, and keep earlier knots. If no knot is due
  // between `base` and the first new one, the new segment begins at `base` with the value planned
  // for that time.
  void merge(double base, const std::vector<Knot>& knots);

  Sample at(double time) const;

  // Drops the knots that no time from `time` on depends on.
  void forget(double time);

 private:
  // Number of knots before a time.
  std::size_t before(double time) const;
  Knot cut(double base) const;

  bool falls_;
  std::vector<Knot> knots_;
};

}  // namespace sim::joints
