// Driven joints of the embedded simulator: what src/sim/embedded/joints/drives.py does in each
// step.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include "mechanisms.h"

namespace {

using sim::driven::Drives;

// The closed loop's three poles lie at -BANDWIDTH, or slower where the step is too long for that.
constexpr double BANDWIDTH = 100.0;          // 1/s
constexpr double MAX_BANDWIDTH_STEP = 0.15;  // of bandwidth times step

// Within the two limits; never NaN's business.
double kept(double value, double lower, double upper) {
  return std::min(std::max(value, lower), upper);
}

// Return the acceleration that brings joint `row` onto its reference, which moves towards `target`
// within limits of position and rate.
//
// A cascade as in a drive, with r the reference and e = r - q: a speed r' + w e + w^2/3 int e,
// clipped to the joint's limit, and a = r'' + 3 w (speed - q'). Differences of the reference over
// steps replace its derivatives, so that with exact dynamics q(t) = r(t) at the end of each step of
// semi-implicit Euler.
double servo(const Drives& drives, int row, double target, double position, double velocity,
             double dt) {
  const double w = std::min(BANDWIDTH, MAX_BANDWIDTH_STEP / dt), fastest = drives.fastest[row];
  double &reference = drives.reference[row], &rate = drives.rate[row];
  const double allowed = kept(target, drives.lower[row], drives.upper[row]);
  const double way = allowed - reference, reach = fastest * dt;
  const double moved = kept(way, -reach, reach), next = moved / dt, error = reference - position;
  drives.too_far[row] = std::abs(target - allowed) > 1e-6;
  drives.too_fast[row] = std::abs(way) > reach * 1.001 + 1e-9;
  drives.integral[row] += error * dt;
  const double speed = kept(rate + w * (error + w / 3 * drives.integral[row]), -fastest, fastest);
  const double wanted = (next - rate) / dt + 3 * w * (speed - velocity);
  reference += moved;
  rate = next;
  return wanted;
}

double sign(double value) { return value > 0.0 ? 1.0 : value < 0.0 ? -1.0 : 0.0; }

// Compute the acceleration of a joint by position or velocity, within its own capability: other
// joints must not compensate the rest.
void ask(const Drives& drives, int row, const mjData* data, double dt) {
  const double position = data->qpos[drives.qpos[row]], velocity = data->qvel[drives.dof[row]];
  // A speed that could not be kept is not made up for.
  if (drives.slipping[row]) drives.reference[row] = position;
  const double value = drives.values[row];
  const double target = drives.by_effort[row]     ? position
                        : drives.by_velocity[row] ? drives.reference[row] + value * dt
                                                  : value;
  const double wanted = servo(drives, row, target, position, velocity, dt);
  const double acceleration = drives.by_effort[row] ? 0.0 : wanted;
  const double most = drives.effort_limit[row] / data->qM[drives.diagonal[row]];
  drives.possible[row] = kept(acceleration, -most, most);
  drives.saturated[row] = drives.possible[row] != acceleration;
  drives.all[drives.dof[row]] = drives.possible[row];
}

// The effort that gives an acceleration, all other joints at constant speed: M a + bias - passive,
// friction included. The integrator treats damping implicitly, which adds its product with the step
// to the inertia.
double inverse_dynamics(const Drives& drives, int row, const mjData* data, double dt) {
  const int dof = drives.dof[row];
  return drives.product[dof] + drives.damping[row] * dt * drives.possible[row] +
         data->qfrc_bias[dof] - data->qfrc_passive[dof] +
         drives.friction[row] * sign(drives.rate[row]);
}

void push(const Drives& drives, int row, mjData* data, double dt) {
  const int dof = drives.dof[row];
  const double value = drives.values[row], velocity = data->qvel[dof];
  const bool too_fast = std::abs(velocity) >= drives.fastest[row] && value * velocity > 0.0;
  const double limit = drives.effort_limit[row];
  const double wanted = !drives.by_effort[row] ? inverse_dynamics(drives, row, data, dt)
                        : too_fast             ? 0.0
                                               : value;
  data->qfrc_applied[dof] = drives.efforts[row] = kept(wanted, -limit, limit);
  const bool saturated = std::abs(wanted) > limit || drives.saturated[row];
  drives.saturated[row] = saturated;
  drives.saturated_for[row] = saturated ? drives.saturated_for[row] + dt : 0.0;
  drives.slipping[row] = saturated && drives.by_velocity[row];
  // Anti-windup: the deficit of a saturated joint must not accumulate.
  if (saturated) drives.integral[row] = 0.0;
}

}  // namespace

// Return whether a joint was moved from outside since sim_drives_settle.
SIM_INTERFACE int sim_drives_moved(const mjData* data, const Drives* drives) {
  for (int row = 0; row < drives->count; ++row)
    if (!(data->qpos[drives->qpos[row]] == drives->last[row])) return 1;
  return 0;
}

// Set the forces of the next step, which ends at `time`. Quantities derived from positions and
// velocities must be up to date (mj_step1). Returns true if a joint's demand exceeded its
// capability.
int sim_drives_apply(const mjModel* model, mjData* data, const Drives* drives, double time,
                     double dt) {
  sim_trajectories_values(drives->trajectories, drives->count, time, drives->values);
  for (int row = 0; row < drives->count; ++row) ask(*drives, row, data, dt);
  mj_mulM(model, data, drives->product, drives->all);
  int beyond = 0;
  for (int row = 0; row < drives->count; ++row) {
    push(*drives, row, data, dt);
    beyond |= drives->saturated[row] | drives->too_far[row] | drives->too_fast[row];
  }
  return beyond;
}

// Notes where physics has left the joints; call it after each step.
void sim_drives_settle(const mjData* data, const Drives* drives) {
  for (int row = 0; row < drives->count; ++row) drives->last[row] = data->qpos[drives->qpos[row]];
}
