// Driven mechanisms in a step of the embedded simulator, filled in by src/sim/embedded/joints. SI
// units.
#pragma once

#include <mujoco/mujoco.h>

#include "laws/interface.h"
#include "trajectories.h"

namespace sim::driven {

// Joints (drive_rows.py): all arrays (count,), but `all` and `product`, which are (nv,).
struct Drives {
  int count;
  const int *qpos, *dof, *diagonal;
  const unsigned char *by_velocity, *by_effort;
  const double *effort_limit, *fastest, *lower, *upper, *damping, *friction;
  sim::joints::Trajectory* const* trajectories;
  double *last, *reference, *rate, *integral, *settled, *error, *grown, *blocked_for, *efforts,
      *saturated_for;
  unsigned char *slipping, *saturated, *too_far, *too_fast;
  double *values, *possible, *all, *product;
};

// The fingers of a gripper (parallel.py): arrays (count,). `pressed` is the force of each finger,
// `speed` their common opening speed, both averaged.
struct Fingers {
  int count;
  const int *qpos, *dof;
  int diagonal;
  double lower, upper, fastest, force, goal, reference, pressed, speed;
  double *last, *efforts;
};

// The sensor in a wrist (force_torque.py): force and torque from outside on `bodies` (count,) of
// the tree of body `root`, about `place` (3,) of the body `link` and in the axes of `turn` (3, 3)
// there, averaged in `reading` (6,) once that has begun.
struct Wrist {
  int count;
  const int* bodies;
  int link, root;
  const double *turn, *place;
  double* reading;
  int begun;
};

// Contacts that a model requests (touch.py): of bodies with a part (nbody,) other than -1; with
// `outside` only contacts with other bodies.
struct Touchable {
  const int* parts;
  int outside;
};

// All of a world (mechanisms.py). `places` (steps, drives.count) gets positions of the joints after
// each step that was settled.
struct Mechanisms {
  const Drives* drives;
  int grippers, wrists, touchables;
  Fingers* const* fingers;
  Wrist* const* wrist;
  const Touchable* const* touchable;
  double* places;
};

}  // namespace sim::driven

SIM_INTERFACE int sim_drives_apply(const mjModel* model, mjData* data,
                                   const sim::driven::Drives* drives, double time, double dt);
SIM_INTERFACE void sim_drives_settle(const mjData* data, const sim::driven::Drives* drives);
SIM_INTERFACE void sim_fingers_apply(mjData* data, sim::driven::Fingers* fingers, double dt);
SIM_INTERFACE void sim_fingers_settle(const mjData* data, sim::driven::Fingers* fingers,
                                      double pressed, double dt);
SIM_INTERFACE void sim_wrist_settle(const mjData* data, sim::driven::Wrist* wrist, double dt);
SIM_INTERFACE int sim_touched(const mjModel* model, const mjData* data,
                              const sim::driven::Touchable* touchable);
