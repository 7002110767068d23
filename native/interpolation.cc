// Where traffic arrives (src/sim/traffic/interpolation.py). Operations stand in numpy's order, so
// that results are its own to the last bit.
#include <algorithm>
#include <cstdint>

#include "angles.h"
#include "interface.h"

// Lets those of `ids` (n,), both ascending, that are among `targets` (m,) arrive after `span` s:
// `late` s after the target at its position with its velocity (m, 3 each), turned to its yaw, pitch
// and roll (m,); the others go straight on from position, velocity and angles (n, 3 each). Gives
// the velocity at the end, the position there and the turn until then, (n, 3) each.
SIM_INTERFACE void sim_aim(int n, const std::int64_t* ids, const double* position,
                           const double* velocity, const double* angles, double span, double late,
                           int m, const std::int64_t* targets, const double* target_position,
                           const double* target_velocity, const double* yaw, const double* pitch,
                           const double* roll, double* end_velocity, double* end_position,
                           double* turn) {
  int row = 0;
  for (int i = 0; i < n; ++i) {
    while (row < m && targets[row] < ids[i]) ++row;
    const double* const from = position + 3 * i;
    const double* const angle = angles + 3 * i;
    double* const speed = end_velocity + 3 * i;
    double* const place = end_position + 3 * i;
    double* const turned = turn + 3 * i;
    if (row < m && targets[row] == ids[i]) {
      const double* const goal = target_position + 3 * row;
      std::copy_n(target_velocity + 3 * row, 3, speed);
      for (int axis = 0; axis < 3; ++axis) place[axis] = goal[axis] + speed[axis] * late;
      turned[0] = sim::wrapped(yaw[row] - angle[0]);
      turned[1] = pitch[row] - angle[1];
      turned[2] = roll[row] - angle[2];
    } else {
      std::copy_n(velocity + 3 * i, 3, speed);
      for (int axis = 0; axis < 3; ++axis) place[axis] = from[axis] + speed[axis] * span;
      std::fill_n(turned, 3, 0.0);
    }
  }
}
