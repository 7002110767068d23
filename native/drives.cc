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
// Of a joint that something blocks: its speed is below this part of bandwidth times error, and has
// been so for this time.
constexpr double BLOCKED_SPEED = 0.02;
constexpr double BLOCKED_TIME = 0.02;  // s
// The integral of an error up to this holds a load; of a larger one it may press on something.
constexpr double LOAD_ERROR = 2e-5;  // rad or m
// A reference that is this much faster than its joint changes the error by itself.
constexpr double REFERENCE_SPEED = 5.0;
// Of a joint by velocity: time that the reference of a blocked joint is ahead, times bandwidth.
constexpr double BLOCKED_LEAD = 5.0;

// Within the two limits; never NaN's business.
double kept(double value, double lower, double upper) {
  return std::min(std::max(value, lower), upper);
}

double bandwidth(double dt) { return std::min(BANDWIDTH, MAX_BANDWIDTH_STEP / dt); }

// Reduce the integral of a joint that something blocks to its value before: it is due to the
// obstacle and not to a load, and would otherwise press on for as long as it has pressed.
//
// With the reference the integral goes back in proportion to the error, and a reference that
// returns past the joint starts from the joint. By velocity it keeps close ahead of the joint.
void unwind(const Drives& drives, int row, double position, double velocity, double dt) {
  const double w = bandwidth(dt), value = drives.values[row];
  const bool by_velocity = drives.by_velocity[row];
  const double heading =
      by_velocity ? value : kept(value, drives.lower[row], drives.upper[row]) - position;
  double &reference = drives.reference[row], &integral = drives.integral[row];
  double &settled = drives.settled[row], &before = drives.error[row];
  double& blocked_for = drives.blocked_for[row];
  double error = reference - position;
  const bool blocked = std::abs(velocity) <= BLOCKED_SPEED * w * std::abs(error);
  if (blocked && heading * error < 0.0 && std::abs(error) > LOAD_ERROR) {
    drives.rate[row] = error = 0.0;
    integral = settled;
  } else if (blocked && by_velocity && value != 0.0) {
    const double lead = BLOCKED_LEAD * std::abs(value) / w;
    error = kept(error, -lead, lead);
  }
  if (error != reference - position) reference = position + error;
  const double moved = error - before + velocity * dt;
  if (moved * before < 0.0 && std::abs(moved) > REFERENCE_SPEED * std::abs(velocity * dt) &&
      std::abs(before) > LOAD_ERROR)
    integral = settled + (integral - settled) * kept(error / before, 0.0, 1.0);
  if (error * before < 0.0 && blocked_for > BLOCKED_TIME) integral = settled;
  if (std::abs(error) <= LOAD_ERROR) {
    settled = integral;
    blocked_for = 0.0;
  } else if (blocked) {
    blocked_for += dt;
  }
  before = error;
}

// Take back the last step of the integral of a joint whose demand is clipped, if it adds to that.
void stop_integral(const Drives& drives, int row, double demand) {
  if (demand * drives.grown[row] <= 0.0 || std::abs(drives.error[row]) <= LOAD_ERROR) return;
  drives.integral[row] -= drives.grown[row];
  drives.grown[row] = 0.0;
}

// Return the acceleration that brings joint `row` onto its reference, which moves towards `target`
// within limits of position and rate.
//
// A cascade as in a drive, with r the reference and e = r - q: a speed r' + w e + w^2/3 int e,
// clipped to the joint's limit, and a = r'' + 3 w (speed - q'). Differences of the reference over
// steps replace its derivatives, so that with exact dynamics q(t) = r(t) at the end of each step of
// semi-implicit Euler. The integral stands still where it would only press against a limit.
double servo(const Drives& drives, int row, double target, double position, double velocity,
             double dt) {
  const double w = bandwidth(dt), fastest = drives.fastest[row];
  double &reference = drives.reference[row], &rate = drives.rate[row];
  const double allowed = kept(target, drives.lower[row], drives.upper[row]);
  const double way = allowed - reference, reach = fastest * dt;
  const double moved = kept(way, -reach, reach), next = moved / dt, error = reference - position;
  drives.too_far[row] = std::abs(target - allowed) > 1e-6;
  drives.too_fast[row] = std::abs(way) > reach * 1.001 + 1e-9;
  drives.grown[row] = error * dt;
  drives.integral[row] += drives.grown[row];
  const double speed = rate + w * (error + w / 3 * drives.integral[row]);
  if (std::abs(speed) > fastest) stop_integral(drives, row, speed);
  const double wanted = (next - rate) / dt + 3 * w * (kept(speed, -fastest, fastest) - velocity);
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
  if (drives.slipping[row]) {
    drives.reference[row] = position;
    drives.integral[row] = drives.settled[row];
  }
  if (!drives.by_effort[row]) unwind(drives, row, position, velocity, dt);
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
  if (saturated)
    stop_integral(drives, row, std::abs(wanted) > limit ? wanted : drives.possible[row]);
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
