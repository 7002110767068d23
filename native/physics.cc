// Work of the embedded simulator in each MuJoCo step beside MuJoCo's own;
// src/sim/embedded/physics/native.py calls it.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>

#include "physics_parts.h"

namespace {

using sim::Vector;
using sim::vehicle::DrivenVehicle;
using sim::vehicle::Touch;

// Only static collisions of this group are ground (src/sim/embedded/physics/geoms.py).
struct GroundGroups {
  mjtByte of[mjNGROUP] = {};
  explicit GroundGroups(int ground) { of[ground] = 1; }
};

// Of MuJoCo's softness of a joint's stop at its largest impedance, 1e-4. An acceleration a presses
// the joint into its stop by 1e-7 a times the step times its settling time.
constexpr double STOP_SOFTNESS = 1e-3;

// Make the stops of joints as hard as the most accelerating drives need, which reach 1e7 rad/s^2 on
// light links. MuJoCo's solver has a second copy of all constraints, in the order of its islands.
void stiffen_stops(mjData* data) {
  for (int row = data->ne + data->nf; row < data->nefc; ++row) {
    if (data->efc_type[row] != mjCNSTR_LIMIT_JOINT) continue;
    data->efc_R[row] *= STOP_SOFTNESS;
    data->efc_D[row] /= STOP_SOFTNESS;
    if (data->nisland == 0) continue;
    const int copy = data->map_efc2iefc[row];
    data->iefc_R[copy] = data->efc_R[row];
    data->iefc_D[copy] = data->efc_D[row];
  }
}

// Cast a ray from a point of the body along its -z; return its hit, with the rolling resistance
// that geoms.py writes into a geom.
Touch ground_below(const mjModel* model, const mjData* data, int body, const Vector& start,
                   const GroundGroups& groups) {
  const mjtNum* const turn = data->xmat + 9 * body;
  const mjtNum* const place = data->xpos + 3 * body;
  mjtNum from[3];
  for (int axis = 0; axis < 3; ++axis) {
    const mjtNum* const row = turn + 3 * axis;
    from[axis] = row[0] * start[0] + row[1] * start[1] + row[2] * start[2] + place[axis];
  }
  const mjtNum down[3] = {-turn[2], -turn[5], -turn[8]};
  int geom = -1;
  const mjtNum found = mj_ray(model, data, from, down, groups.of, 1, body, &geom);
  if (found < 0.0) return {};
  const double resistance =
      model->nuser_geom > 0 ? model->geom_user[model->nuser_geom * geom] : 0.0;
  return {found, model->geom_friction[3 * geom], resistance};
}

}  // namespace

// Adds the wheel forces of a vehicle on a body to the coming step. What follows from positions and
// velocities must be up to date (mj_step1).
SIM_INTERFACE void sim_drive(const mjModel* model, mjData* data, int body, int ground_group,
                             DrivenVehicle* vehicle, double time, double dt) {
  const GroundGroups groups(ground_group);
  sim::vehicle::Ground ground;
  for (const Vector& start : vehicle->law.rays())
    ground.touches.push_back(ground_below(model, data, body, start, groups));
  std::copy_n(data->xpos + 3 * body, 3, ground.place.begin());
  mjtNum twist[6];
  mj_objectVelocity(model, data, mjOBJ_XBODY, body, twist, 0);
  sim::vehicle::Rotation rotation;
  std::copy_n(data->xmat + 9 * body, 9, rotation.begin());
  const auto [force, torque] =
      vehicle->step(time, dt, rotation, Vector{twist[3], twist[4], twist[5]},
                    Vector{twist[0], twist[1], twist[2]}, ground);
  mjtNum from_mass[3];
  for (int axis = 0; axis < 3; ++axis) {
    from_mass[axis] = data->xpos[3 * body + axis] - data->xipos[3 * body + axis];
  }
  const auto [x, y, z] = from_mass;
  const auto [fx, fy, fz] = force;
  const double wrench[6] = {fx,
                            fy,
                            fz,
                            torque[0] + y * fz - z * fy,
                            torque[1] + z * fx - x * fz,
                            torque[2] + x * fy - y * fx};
  for (int axis = 0; axis < 6; ++axis) data->xfrc_applied[6 * body + axis] += wrench[axis];
}

// Forgets the forces that act on bodies from outside.
SIM_INTERFACE void sim_clear_wrenches(const mjModel* model, mjData* data) {
  std::fill_n(data->xfrc_applied, 6 * model->nbody, 0.0);
}

// Make one mj_step2 with its consequences; return true if the state is no longer finite.
SIM_INTERFACE int sim_step2(const mjModel* model, mjData* data) {
  stiffen_stops(data);
  mj_step2(model, data);
  return data->warning[mjWARN_BADQPOS].number || data->warning[mjWARN_BADQVEL].number ||
         data->warning[mjWARN_BADQACC].number;
}
