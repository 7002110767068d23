// Several steps of the embedded simulator in one call, for as long as nothing in them is Python's
// to do; src/sim/embedded/physics/stretch.py calls it.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "physics_parts.h"

namespace {

// Boxes of traffic as sim_boxes takes them, whose motion has its powers of the time since `begin`
// and stands from `end` on.
struct Boxes {
  int count, columns;
  const double* coefficients;
  double begin, end;
  const double* half_heights;
  const int* rows;
  double *positions, *quaternions, *mocap_positions, *mocap_quaternions;
};

// What has a part in a step: vehicles on `bodies`; cylinders that sim_almost_upright looks for;
// bodies that `move` (movers,) near ground that is made solid around them, with where it was
// `looked` at them (movers, 3); the prisms' numbers (ngeom,), -1 of what is none, null without any;
// which bodies are `watched` (nbody,).
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
};

void move_boxes(const Boxes& boxes, double time) {
  if (boxes.count)
    sim_boxes(boxes.count, boxes.columns, boxes.coefficients,
              std::min(time, boxes.end) - boxes.begin, boxes.half_heights, boxes.rows,
              boxes.positions, boxes.quaternions, boxes.mocap_positions, boxes.mocap_quaternions);
}

// Whether a body is no longer near where what is around it was looked at.
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
// left to Python.
bool refresh(const Stretch& stretch, const mjModel* model, mjData* data) {
  if (stretch.ground) {
    mj_kinematics(model, data);
    if (went_far(stretch, data)) return false;
  }
  mj_step1(model, data);
  if (stretch.planes && stretch.cylinders &&
      sim_almost_upright(model, data, stretch.planes, stretch.plane_geoms, stretch.cylinders,
                         stretch.cylinder_geoms, stretch.upright, stretch.tilted))
    return false;
  const std::int64_t* const prisms = stretch.prisms;
  return !prisms || !any_contact(data, [&](int geom) { return prisms[geom] >= 0; });
}

// A step from `time` on; whether the state is no longer finite.
bool step(const Stretch& stretch, const mjModel* model, mjData* data, double time, double dt) {
  for (int row = 0; row < stretch.vehicles; ++row)
    sim_drive(model, data, stretch.bodies[row], stretch.ground_group, stretch.laws[row], time, dt);
  const bool diverged = sim_step2(model, data) != 0;
  sim_clear_wrenches(model, data);
  return diverged;
}

}  // namespace

// Up to `steps` steps of `dt`, of which `before` were made since time 0; the first is `fresh` where
// all that follows from positions and velocities is up to date. It ends early before a step that
// needs Python, after one in which something watched touches something, and after `seconds` by the
// wall. Gives how many were made; `diverged` says whether the state is no longer finite.
SIM_INTERFACE int sim_stretch(const mjModel* model, mjData* data, const Stretch* stretch, int steps,
                              std::int64_t before, int fresh, double dt, double seconds,
                              int* diverged) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const auto watched = [&](int geom) { return stretch->watched[model->geom_bodyid[geom]] != 0; };
  *diverged = 0;
  for (int made = 0; made < steps; ++made) {
    const double time = static_cast<double>(before + made) * dt;
    if (made || !fresh) {
      move_boxes(stretch->boxes, time);
      if (!refresh(*stretch, model, data)) return made;
    }
    *diverged = step(*stretch, model, data, time, dt);
    if (*diverged || any_contact(data, watched) || Clock::now() >= end) return made + 1;
  }
  return steps;
}
