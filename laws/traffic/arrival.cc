// Where traffic arrives (src/sim/traffic/interpolation.py). Operations stand in numpy's order, so
// that results are its own to the last bit.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "laws/traffic/angles.h"
#include "laws/interface.h"

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

// Cubic motion of the chosen `rows` (k,) of those that move from position, velocity and angles to
// the velocity and position at the end, turning meanwhile, (n, 3) each: coefficients (4, k, c) of
// x, y, z, yaw, pitch, roll in rising powers of time, c of which are given back: 4 where all are
// level, else 6, and 0 where a row is none of n. `span` is how long the motion takes, `square` its
// square; where it has no end
// (`ends` is 0) they go straight on.
SIM_INTERFACE int sim_motion(int k, const std::int64_t* rows, int n, const double* position,
                             const double* velocity, const double* angles,
                             const double* end_velocity, const double* end_position,
                             const double* turn, int ends, double span, double square,
                             double* coefficients) {
  int columns = 4;
  for (int i = 0; i < k; ++i) {
    if (rows[i] < 0 || rows[i] >= n) return 0;
    for (int axis = 1; axis < 3; ++axis) {
      const std::int64_t at = 3 * rows[i] + axis;
      if (angles[at] != 0.0 || turn[at] != 0.0) columns = 6;
    }
  }
  const int power = k * columns;
  std::fill_n(coefficients, 4 * power, 0.0);
  for (int i = 0; i < k; ++i) {
    const std::int64_t row = 3 * rows[i];
    double* const c = coefficients + i * columns;
    for (int axis = 0; axis < 3; ++axis) {
      const double from = position[row + axis], v0 = velocity[row + axis];
      c[axis] = from;
      c[power + axis] = v0;
      if (!ends) continue;
      const double mean = (end_position[row + axis] - from) / span;
      const double v1 = end_velocity[row + axis];
      c[2 * power + axis] = (3.0 * mean - 2.0 * v0 - v1) / span;
      c[3 * power + axis] = (v0 + v1 - 2.0 * mean) / square;
    }
    for (int axis = 0; axis < columns - 3; ++axis) {
      c[3 + axis] = angles[row + axis];
      if (ends) c[power + 3 + axis] = turn[row + axis] / span;
    }
  }
  return columns;
}

// Which of the n that move from position and velocity to those at the end, (n, 3) each, are nearer
// than their `reach` (n,) along x and along y to one of m `places` (m, 3): their `rows`, and how
// many these are. `shares` (3,) are what the whole move and the velocities at the beginning and the
// end count in a position.
SIM_INTERFACE int sim_near(int n, const double* position, const double* velocity,
                           const double* end_velocity, const double* end_position,
                           const double* shares, int m, const double* places, const double* reach,
                           std::int64_t* rows) {
  int count = 0;
  for (int i = 0; i < n; ++i) {
    double at[2];
    for (int axis = 0; axis < 2; ++axis) {
      const int k = 3 * i + axis;
      const double move = end_position[k] - position[k];
      at[axis] =
          position[k] + shares[0] * move + shares[1] * velocity[k] + shares[2] * end_velocity[k];
    }
    for (int place = 0; place < m; ++place) {
      const double* const to = places + 3 * place;
      if (std::max(std::abs(at[0] - to[0]), std::abs(at[1] - to[1])) < reach[i]) {
        rows[count++] = i;
        break;
      }
    }
  }
  return count;
}

// Where the chosen `rows` (k,) of those that sim_motion moves are when a share `u` of their time
// has passed: positions, velocities and angles yaw, pitch, roll (k, 3 each); `shares` (6,) are what
// the whole move and the velocities at the beginning and the end count in a position, then in a
// velocity. 0 where a row is none of n.
SIM_INTERFACE int sim_poses(int k, const std::int64_t* rows, int n, const double* position,
                            const double* velocity, const double* angles,
                            const double* end_velocity, const double* end_position,
                            const double* turn, double u, const double* shares, double* positions,
                            double* velocities, double* turned) {
  for (int i = 0; i < k; ++i) {
    if (rows[i] < 0 || rows[i] >= n) return 0;
    const std::int64_t row = 3 * rows[i];
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t at = row + axis;
      const double move = end_position[at] - position[at];
      const double v0 = velocity[at], v1 = end_velocity[at];
      positions[3 * i + axis] = position[at] + shares[0] * move + shares[1] * v0 + shares[2] * v1;
      velocities[3 * i + axis] = shares[3] * move + shares[4] * v0 + shares[5] * v1;
      turned[3 * i + axis] = angles[at] + u * turn[at];
    }
    turned[3 * i] = sim::wrapped(turned[3 * i]);
  }
  return 1;
}
