// Moves the boxes of traffic along their cubic motion (src/sim/traffic/interpolation.py), which
// src/sim/embedded/physics/pool.py calls in each step.
#include <algorithm>
#include <cmath>

#include "physics_parts.h"

namespace {

// wxyz of R_z(yaw) R_y(pitch) R_x(roll), the last two 0 where all is level.
void quaternion(double yaw, double pitch, double roll, bool level, double* q) {
  const double cy = std::cos(0.5 * yaw), sy = std::sin(0.5 * yaw);
  const double cp = level ? 1.0 : std::cos(0.5 * pitch), sp = level ? 0.0 : std::sin(0.5 * pitch);
  const double cr = level ? 1.0 : std::cos(0.5 * roll), sr = level ? 0.0 : std::sin(0.5 * roll);
  q[0] = cr * cp * cy + sr * sp * sy;
  q[1] = sr * cp * cy - cr * sp * sy;
  q[2] = cr * sp * cy + sr * cp * sy;
  q[3] = cr * cp * sy - sr * sp * cy;
}

// The third column of a quaternion's rotation.
void up_of(const double* q, double* up) {
  up[0] = 2.0 * (q[1] * q[3] + q[0] * q[2]);
  up[1] = 2.0 * (q[2] * q[3] - q[0] * q[1]);
  up[2] = 1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2]);
}

}  // namespace

// Of `count` boxes, each half its height (count,) above what moves at `coefficients` (4, count,
// columns), x y z yaw and perhaps pitch roll in rising powers of `time`: centres (count, 3) and
// quaternions wxyz (count, 4), there and at `rows` (count,) of MuJoCo's mocap bodies.
SIM_INTERFACE void sim_boxes(int count, int columns, const double* coefficients, double time,
                             const double* half_heights, const int* rows, double* positions,
                             double* quaternions, double* mocap_positions,
                             double* mocap_quaternions) {
  const int power = count * columns;
  for (int box = 0; box < count; ++box) {
    double pose[6] = {};
    for (int column = 0; column < columns; ++column) {
      const double* const c = coefficients + box * columns + column;
      pose[column] = c[0] + time * (c[power] + time * (c[2 * power] + time * c[3 * power]));
    }
    double* const position = positions + 3 * box;
    double* const turn = quaternions + 4 * box;
    double up[3];
    quaternion(pose[3], pose[4], pose[5], columns == 4, turn);
    up_of(turn, up);
    for (int axis = 0; axis < 3; ++axis) position[axis] = pose[axis] + half_heights[box] * up[axis];
    std::copy_n(position, 3, mocap_positions + 3 * rows[box]);
    std::copy_n(turn, 4, mocap_quaternions + 4 * rows[box]);
  }
}
