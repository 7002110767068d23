// Sums over the contacts of the step just made, for src/sim/embedded/joints/touch.py,
// contact_stop.py and src/sim/embedded/physics/discs.py.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include "mechanisms.h"
#include "physics_parts.h"

namespace {

// The force in N, world axes, that a contact exerts on its second geom.
struct Push {
  double normal, force[3];
};

Push push_of(const mjModel* model, const mjData* data, int contact) {
  mjtNum wrench[6];
  mj_contactForce(model, data, contact, wrench);
  const mjtNum* const frame = data->contact[contact].frame;
  Push push{wrench[0], {}};
  for (int axis = 0; axis < 3; ++axis)
    push.force[axis] =
        frame[axis] * wrench[0] + frame[3 + axis] * wrench[1] + frame[6 + axis] * wrench[2];
  return push;
}

// A part that is touched by a body, as numpy sees it (touch.py).
struct Touch {
  int part, body, own_geom, other_geom;
  double normal, strongest, force[3];
};

// Geoms and bodies of a contact, and flags for the ones that belong to `parts`.
struct Pair {
  const int* geoms;
  int bodies[2];
  bool owned[2];

  Pair(const mjModel* model, const mjData* data, int contact, const int* parts)
      : geoms(data->contact[contact].geom), bodies{}, owned{} {
    for (int side = 0; side < 2; ++side) {
      if (geoms[0] < 0 || geoms[1] < 0) continue;
      bodies[side] = model->geom_bodyid[geoms[side]];
      owned[side] = parts[bodies[side]] >= 0;
    }
  }

  [[nodiscard]] bool counts(bool outside) const {
    return (owned[0] || owned[1]) && !(outside && owned[0] && owned[1]);
  }
};

Touch& found(Touch* touches, int& count, int capacity, int part, int body) {
  for (int row = 0; row < count; ++row)
    if (touches[row].part == part && touches[row].body == body) return touches[row];
  Touch& made = touches[std::min(count, capacity - 1)];
  made = {part, body, -1, -1, 0.0, 0.0, {}};
  count = std::min(count + 1, capacity);
  return made;
}

}  // namespace

// Write the bodies that touch the parts of a thing, and their forces on it, for at most `capacity`
// pairs. `parts` (nbody,) is the part of a body, or -1. Contacts between two parts count for both,
// unless `outside` selects contacts with other bodies alone.
SIM_INTERFACE int sim_touches(const mjModel* model, const mjData* data, const int* parts,
                              int outside, int capacity, Touch* touches) {
  int count = 0;
  for (int contact = 0; contact < data->ncon; ++contact) {
    const Pair pair(model, data, contact, parts);
    if (!pair.counts(outside != 0)) continue;
    const Push push = push_of(model, data, contact);
    for (int side = 0; side < 2; ++side) {
      if (!pair.owned[side]) continue;
      Touch& touch =
          found(touches, count, capacity, parts[pair.bodies[side]], pair.bodies[1 - side]);
      touch.normal += push.normal;
      for (int axis = 0; axis < 3; ++axis)
        touch.force[axis] += (side ? 1.0 : -1.0) * push.force[axis];
      if (touch.own_geom < 0 || push.normal >= touch.strongest) {
        touch.strongest = push.normal;
        touch.own_geom = pair.geoms[side];
        touch.other_geom = pair.geoms[1 - side];
      }
    }
  }
  return count;
}

// Return whether sim_touches would find a contact.
int sim_touched(const mjModel* model, const mjData* data, const sim::driven::Touchable* touchable) {
  for (int contact = 0; contact < data->ncon; ++contact)
    if (Pair(model, data, contact, touchable->parts).counts(touchable->outside != 0)) return 1;
  return 0;
}

// Return whether one of the cylinders stands on one of the planes, or near it, tilted by more than
// `upright` and less than `tilted`.
SIM_INTERFACE int sim_almost_upright(const mjModel* model, const mjData* data, int planes,
                                     const int* plane_geoms, int cylinders,
                                     const int* cylinder_geoms, double upright, double tilted) {
  for (int p = 0; p < planes; ++p) {
    const mjtNum* const plane = data->geom_xmat + 9 * plane_geoms[p];
    const mjtNum* const place = data->geom_xpos + 3 * plane_geoms[p];
    const mjtNum normal[3] = {plane[2], plane[5], plane[8]};
    for (int c = 0; c < cylinders; ++c) {
      const int geom = cylinder_geoms[c];
      const mjtNum* const turn = data->geom_xmat + 9 * geom;
      const mjtNum* const at = data->geom_xpos + 3 * geom;
      double height = 0.0, cosine = 0.0, tilt = 0.0;
      for (int axis = 0; axis < 3; ++axis) height += (at[axis] - place[axis]) * normal[axis];
      if (!(height < model->geom_rbound[geom])) continue;
      for (int axis = 0; axis < 3; ++axis) cosine += turn[3 * axis + 2] * normal[axis];
      for (int axis = 0; axis < 3; ++axis)
        tilt = std::max(tilt, std::abs(turn[3 * axis + 2] * cosine - normal[axis]));
      if (tilt > upright && tilt < tilted) return 1;
    }
  }
  return 0;
}
