// Several steps of the embedded simulator in one call, for as long as nothing in them is Python's
// to do; src/sim/embedded/physics/stretch.py calls it.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "mechanisms.h"
#include "physics_parts.h"

namespace {

// Boxes of traffic as sim_boxes takes them; their motion is a polynomial of the time since `begin`
// and stops at `end`.
struct Boxes {
  int count, columns;
  const double* coefficients;
  double begin, end;
  const double* half_heights;
  const int* rows;
  double *positions, *quaternions, *mocap_positions, *mocap_quaternions;
};

// Participants of a step: vehicles on `bodies`; cylinders for sim_almost_upright; bodies that
// `move` (movers,) near ground that is made solid around them, with their places at the last look
// (`looked`) (movers, 3); the prisms' numbers (ngeom,), -1 for other geoms, null without prisms;
// the `watched` bodies (nbody,); null without `driven` parts; and the number of bodies that take
// part in steps, the first of the model.
struct Stretch {
  Boxes boxes;
  int vehicles, ground_group;
  const int* bodies;
  sim::vehicle::DrivenVehicle* const* laws;
  int planes, cylinders;
  const int *plane_geoms, *cylinder_geoms;
  double upright, tilted;
  int ground, movers;
  const std::int64_t* move;
  const double* looked;
  double margin;
  const std::int64_t* prisms;
  const unsigned char* watched;
  const sim::driven::Mechanisms* driven;
  int taking_part;
};

// Flags: the state is no longer finite; a joint's demand exceeded its capability; the last step is
// not settled, since a watched contact exists.
struct Outcome {
  int diverged, beyond, unsettled;
};

void move_boxes(const Boxes& boxes, double time) {
  if (boxes.count)
    sim_boxes(boxes.count, boxes.columns, boxes.coefficients,
              std::min(time, boxes.end) - boxes.begin, boxes.half_heights, boxes.rows,
              boxes.positions, boxes.quaternions, boxes.mocap_positions, boxes.mocap_quaternions);
}

// Return whether a body has left the neighbourhood in which its surroundings were loaded.
bool went_far(const Stretch& stretch, const mjData* data) {
  for (int row = 0; row < stretch.movers; ++row)
    for (int axis = 0; axis < 3; ++axis) {
      const double apart =
          data->xpos[3 * stretch.move[row] + axis] - stretch.looked[3 * row + axis];
      if (!(apart < stretch.margin && apart > -stretch.margin)) return true;
    }
  return false;
}

template <class Wanted>
bool any_contact(const mjData* data, const Wanted& wanted) {
  for (int contact = 0; contact < data->ncon; ++contact)
    for (const int geom : data->contact[contact].geom)
      if (geom >= 0 && wanted(geom)) return true;
  return false;
}

// Brings up to date what follows from positions and velocities; whether that was all, with nothing
// left to Python, which does all of it again.
bool refresh(const Stretch& stretch, const mjModel* model, mjData* data) {
  mj_step1(model, data);
  if (stretch.ground && went_far(stretch, data)) return false;
  if (stretch.planes && stretch.cylinders &&
      sim_almost_upright(model, data, stretch.planes, stretch.plane_geoms, stretch.cylinders,
                         stretch.cylinder_geoms, stretch.upright, stretch.tilted))
    return false;
  const std::int64_t* const prisms = stretch.prisms;
  return !prisms || !any_contact(data, [&](int geom) { return prisms[geom] >= 0; });
}

// Set the forces of driven parts in the step that ends at `time`.
void drive(const sim::driven::Mechanisms& driven, const mjModel* model, mjData* data, double time,
           double dt, Outcome* outcome) {
  for (int row = 0; row < driven.grippers; ++row) sim_fingers_apply(data, driven.fingers[row], dt);
  if (driven.drives && sim_drives_apply(model, data, driven.drives, time, dt)) outcome->beyond = 1;
}

// Settle the last step after `number` settled ones, unless its contacts have to be examined in
// Python.
void settle(const sim::driven::Mechanisms& driven, const mjModel* model, const mjData* data,
            double dt, int number, Outcome* outcome) {
  for (int row = 0; row < driven.touchables; ++row)
    if (sim_touched(model, data, driven.touchable[row])) outcome->unsettled = 1;
  if (outcome->unsettled) return;
  for (int row = 0; row < driven.grippers; ++row)
    sim_fingers_settle(data, driven.fingers[row], 0.0, dt);
  for (int row = 0; row < driven.wrists; ++row) sim_wrist_settle(data, driven.wrist[row], dt);
  if (!driven.drives) return;
  sim_drives_settle(data, driven.drives);
  const int joints = driven.drives->count;
  std::copy_n(driven.drives->last, joints,
              driven.places + static_cast<std::int64_t>(number) * joints);
}

// The step from `before` steps after time 0 on, after `made` of this call.
void step(const Stretch& stretch, const mjModel* model, mjData* data, std::int64_t before, int made,
          double dt, Outcome* outcome) {
  const double time = static_cast<double>(before) * dt;
  const sim::driven::Mechanisms* const driven = stretch.driven;
  for (int row = 0; row < stretch.vehicles; ++row)
    sim_drive(model, data, stretch.bodies[row], stretch.ground_group, stretch.laws[row], time, dt);
  if (driven) drive(*driven, model, data, time + dt, dt, outcome);
  outcome->diverged = sim_step2(model, data);
  if (driven && driven->wrists) mj_rnePostConstraint(model, data);
  sim_clear_wrenches(model, data);
  if (driven && !outcome->diverged) settle(*driven, model, data, dt, made, outcome);
}

}  // namespace

// Make up to `steps` steps of `dt` and return their number; `before` steps were made since time 0.
// With `fresh`, quantities derived from positions and velocities are up to date for the first step.
// It ends early before a step that needs Python, after a step that Python must process (Outcome) or
// with a watched contact, and after `seconds` of wall time.
SIM_INTERFACE int sim_stretch(const mjModel* model, mjData* data, const Stretch* stretch, int steps,
                              std::int64_t before, int fresh, double dt, double seconds,
                              Outcome* outcome) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const auto watched = [&](int geom) { return stretch->watched[model->geom_bodyid[geom]] != 0; };
  *outcome = {};
  // Restricted to the participating bodies; its arrays are those of the model. The first step has
  // all bodies, since they may have been moved or pushed from outside.
  mjModel moving = *model;
  moving.nbody = stretch->taking_part;
  for (int made = 0; made < steps; ++made) {
    if (made || !fresh) {
      move_boxes(stretch->boxes, static_cast<double>(before + made) * dt);
      if (!refresh(*stretch, made ? &moving : model, data)) return made;
    }
    step(*stretch, made ? &moving : model, data, before + made, made, dt, outcome);
    if (outcome->diverged || outcome->beyond || outcome->unsettled || any_contact(data, watched) ||
        Clock::now() >= end)
      return made + 1;
  }
  return steps;
}
