// The fingers of a gripper and the force sensor in a wrist of the embedded simulator: what
// src/sim/embedded/joints/parallel.py and force_torque.py do in each step.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "mechanisms.h"

namespace {

using sim::driven::Fingers;
using sim::driven::Wrist;

constexpr double FINGER_BANDWIDTH = 150.0;  // 1/s
constexpr double MAX_BANDWIDTH_STEP = 0.3;  // of bandwidth times step
// Exponential averages, as a sensor's filter makes them.
constexpr double FINGERS_AVERAGING_TIME = 0.02;  // s, of the fingers' force and speed
constexpr double WRIST_AVERAGING_TIME = 0.01;    // s, of readings of a wrist

double share(double dt, double span) { return std::min(1.0, dt / span); }

// A value kept to plus or minus a limit.
double clamped(double value, double most) { return std::min(std::max(value, -most), most); }

double mean(const Fingers& fingers, const double* values, const int* places) {
  double sum = 0.0;
  for (int finger = 0; finger < fingers.count; ++finger) sum += values[places[finger]];
  return sum / fingers.count;
}

}  // namespace

// Return the fingers' mean position; fingers that were moved from outside since sim_fingers_settle
// hold there.
SIM_INTERFACE double sim_fingers_look(const mjData* data, Fingers* fingers) {
  const double middle = mean(*fingers, data->qpos, fingers->qpos);
  for (int finger = 0; finger < fingers->count; ++finger)
    if (!(data->qpos[fingers->qpos[finger]] == fingers->last[finger]))
      fingers->goal = fingers->reference = std::clamp(middle, fingers->lower, fingers->upper);
  return middle;
}

// Set the forces of the next step: m (w^2 e + 2 w e') on the fingers' mean within the commanded
// force, and the same on each finger's deviation from it. Quantities derived from positions and
// velocities must be up to date (mj_step1).
void sim_fingers_apply(mjData* data, Fingers* fingers, double dt) {
  const double w = std::min(FINGER_BANDWIDTH, MAX_BANDWIDTH_STEP / dt), most = fingers->force;
  const double middle = mean(*fingers, data->qpos, fingers->qpos);
  const double speed = mean(*fingers, data->qvel, fingers->dof);
  const double inertia = data->qM[fingers->diagonal];
  // Further ahead the reference would press no harder, and would snap shut once the fingers come
  // free.
  const double lead = 2.0 * most / (inertia * w * w);
  const double before = fingers->reference, reach = fingers->fastest * dt;
  const double ahead = before + clamped(fingers->goal - before, reach);
  fingers->reference = middle + clamped(ahead - middle, lead);
  const double together = clamped(
      inertia * (w * w * (before - middle) + 2.0 * w * ((ahead - before) / dt - speed)), most);
  for (int finger = 0; finger < fingers->count; ++finger) {
    const int dof = fingers->dof[finger];
    const double off = data->qpos[fingers->qpos[finger]] - middle;
    const double apart = inertia * (w * w * off + 2.0 * w * (data->qvel[dof] - speed));
    fingers->efforts[finger] = together - clamped(apart, most);
    // Their own weight does not load the drive.
    data->qfrc_applied[dof] =
        fingers->efforts[finger] + data->qfrc_bias[dof] - data->qfrc_passive[dof];
  }
}

// Store the fingers' positions after the step; average the force of each finger and their common
// opening speed.
void sim_fingers_settle(const mjData* data, Fingers* fingers, double pressed, double dt) {
  double speed = 0.0;
  for (int finger = 0; finger < fingers->count; ++finger) {
    fingers->last[finger] = data->qpos[fingers->qpos[finger]];
    speed += data->qvel[fingers->dof[finger]];
  }
  fingers->speed += (speed - fingers->speed) * share(dt, FINGERS_AVERAGING_TIME);
  fingers->pressed += (pressed - fingers->pressed) * share(dt, FINGERS_AVERAGING_TIME);
}

// Average the external force and torque of the last step. Call it after mj_rnePostConstraint, whose
// torques are about the centre of the tree.
void sim_wrist_settle(const mjData* data, Wrist* wrist, double dt) {
  std::array<double, 6> found{};
  for (int row = 0; row < wrist->count; ++row)
    for (int axis = 0; axis < 6; ++axis)
      found[axis] += data->cfrc_ext[6 * wrist->bodies[row] + axis];
  const double* const world_from_link = data->xmat + 9 * wrist->link;
  const double* const place = wrist->place;
  std::array<double, 3> arm{};
  for (int axis = 0; axis < 3; ++axis) {
    const double* const row = world_from_link + 3 * axis;
    const double origin = data->xpos[3 * wrist->link + axis] +
                          (row[0] * place[0] + row[1] * place[1] + row[2] * place[2]);
    arm[axis] = data->subtree_com[3 * wrist->root + axis] - origin;
  }
  const auto [tx, ty, tz, fx, fy, fz] = found;
  const auto [x, y, z] = arm;
  const std::array<double, 3> force{fx, fy, fz};
  const std::array<double, 3> torque{tx + y * fz - z * fy, ty + z * fx - x * fz,
                                     tz + x * fy - y * fx};
  std::array<double, 6> measured{};
  for (int axis = 0; axis < 3; ++axis) {
    for (int world = 0; world < 3; ++world) {
      double along = 0.0;
      for (int own = 0; own < 3; ++own)
        along += world_from_link[3 * world + own] * wrist->turn[3 * own + axis];
      measured[axis] += along * force[world];
      measured[3 + axis] += along * torque[world];
    }
  }
  for (int value = 0; value < 6; ++value) {
    double& reading = wrist->reading[value];
    reading = wrist->begun ? reading + share(dt, WRIST_AVERAGING_TIME) * (measured[value] - reading)
                           : measured[value];
  }
  wrist->begun = 1;
}
