// The interpolation of traffic as C functions; src/sim/traffic/interpolation.py calls them.
#include "laws/traffic/interpolation.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "laws/interface.h"

using sim::Interpolator;

namespace {

// Stamps of the states that are shown and newest, the number of changes, when the next may come,
// and the time of the motion.
void write_status(const Interpolator& traffic, double* status) {
  *status++ = traffic.state().time;
  *status++ = traffic.newest();
  *status++ = static_cast<double>(traffic.version());
  *status++ = traffic.changes_at();
  *status++ = traffic.segment().begin();
  *status = traffic.segment().end();
}

bool known(const Interpolator& traffic, int count, const std::int64_t* rows) {
  const auto size = static_cast<std::int64_t>(traffic.state().size());
  return std::all_of(rows, rows + count, [&](std::int64_t row) { return 0 <= row && row < size; });
}

}  // namespace

SIM_INTERFACE Interpolator* sim_interpolator_new() { return new Interpolator(); }

SIM_INTERFACE void sim_interpolator_delete(Interpolator* traffic) { delete traffic; }

// Takes at time `now` a state of n vehicles: ascending ids (n,), position and velocity (n, 3), yaw,
// pitch and roll (n,). Writes the status (6,), as each function does that takes one.
SIM_INTERFACE void sim_interpolator_add(Interpolator* traffic, double now, double time, double step,
                                        int n, const std::uint32_t* ids, const double* position,
                                        const double* velocity, const double* yaw,
                                        const double* pitch, const double* roll, double* status) {
  auto state = std::make_shared<sim::TrafficState>();
  state->time = time;
  state->step = step;
  state->id.assign(ids, ids + n);
  state->yaw.assign(yaw, yaw + n);
  state->pitch.assign(pitch, pitch + n);
  state->roll.assign(roll, roll + n);
  for (int axis = 0; axis < 3; ++axis) {
    state->position[axis].resize(static_cast<std::size_t>(n));
    state->velocity[axis].resize(static_cast<std::size_t>(n));
    for (int row = 0; row < n; ++row) {
      state->position[axis][static_cast<std::size_t>(row)] = position[3 * row + axis];
      state->velocity[axis][static_cast<std::size_t>(row)] = velocity[3 * row + axis];
    }
  }
  traffic->add(std::move(state), now);
  write_status(*traffic, status);
}

// Returns whether the set of vehicles shown may have changed.
SIM_INTERFACE int sim_interpolator_advance(Interpolator* traffic, double time, double* status) {
  const bool changed = traffic->advance(time);
  write_status(*traffic, status);
  return changed ? 1 : 0;
}

// Segment::motion of the rows (k,); 0 where one is not shown.
SIM_INTERFACE int sim_interpolator_motion(const Interpolator* traffic, int k,
                                          const std::int64_t* rows, double* coefficients) {
  if (!known(*traffic, k, rows)) return 0;
  return traffic->segment().motion(rows, static_cast<std::size_t>(k), coefficients);
}

// Segment::near for m places.
SIM_INTERFACE int sim_interpolator_near(const Interpolator* traffic, double time, int m,
                                        const double* places, const double* reach,
                                        std::int64_t* rows) {
  return static_cast<int>(
      traffic->segment().near(time, places, static_cast<std::size_t>(m), reach, rows));
}

// Writes positions, velocities and angles yaw, pitch, roll (k, 3) and yaw rates (k,) of the rows
// (k,) at a time; 0 where one is not shown.
SIM_INTERFACE int sim_interpolator_poses(const Interpolator* traffic, double time, int k,
                                         const std::int64_t* rows, double* positions,
                                         double* velocities, double* angles, double* yaw_rates) {
  if (!known(*traffic, k, rows)) return 0;
  for (int i = 0; i < k; ++i) {
    const sim::VehiclePose pose = traffic->at(time, static_cast<std::size_t>(rows[i]));
    std::copy(pose.position.begin(), pose.position.end(), positions + 3 * i);
    std::copy(pose.velocity.begin(), pose.velocity.end(), velocities + 3 * i);
    angles[3 * i] = pose.yaw;
    angles[3 * i + 1] = pose.pitch;
    angles[3 * i + 2] = pose.roll;
    yaw_rates[i] = pose.yaw_rate;
  }
  return 1;
}
