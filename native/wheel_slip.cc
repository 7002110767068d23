// Wheels that slide in proportion to the force that they give (laws/robot_plugins/
// wheel_slip.h), by the softness of MuJoCo's constraints of friction, as ODE has it by slip1 and
// slip2; src/sim/embedded/robot_plugins/wheel_slips.py calls it.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "laws/interface.h"
#include "laws/robot_plugins/wheel_slip.h"

namespace {

// A wheel as numpy has it: the axle in its body's axes, and what slips, by m/s and N.
struct Wheel {
  double axle[3], radius, normal_force, lateral, longitudinal;
};

struct Wheels {
  int count;
  const int* bodies;

  // Return the wheel of a contact with friction in the next step, or -1.
  int of(const mjModel* model, const mjContact& contact) const {
    if (contact.efc_address < 0 || contact.dim < 3) return -1;
    for (const int geom : contact.geom) {
      const int* const end = bodies + count;
      const int* const found = geom < 0 ? end : std::find(bodies, end, model->geom_bodyid[geom]);
      if (found != end) return static_cast<int>(found - bodies);
    }
    return -1;
  }
};

void axle_in_world(const mjData* data, int body, const Wheel& wheel, mjtNum* axle) {
  mju_mulMatVec3(axle, data->xmat + 9 * body, wheel.axle);
}

// Turns the contact's first tangent along the axle.
void turn_to_axle(const mjtNum* axle, mjContact* contact) {
  mjtNum* const normal = contact->frame;
  mjtNum along[3];
  mju_addScl3(along, axle, normal, -mju_dot3(axle, normal));
  // A vertical axle has no direction on the ground.
  if (mju_norm3(along) < 1e-6) return;
  mju_normalize3(along);
  mju_copy3(contact->frame + 3, along);
  mju_cross(contact->frame + 6, normal, along);
}

// The softness of a tangent's constraint. The stiffer tangent becomes softer, up to the other's
// softness, where else it would give more than friction lets it: the cone has the right friction
// along the softer tangent alone.
double softened(double slip, double softest, double speed, double friction, double load) {
  const double most = friction * load;
  if (!(most > 0.0)) return softest;
  return std::max(slip, std::min(softest, std::abs(speed) / most));
}

// In a steady state MuJoCo's constraint has b v = -R f (its documentation, "Constraint model"). Its
// elliptic cone needs R friction^2 to be the same for all tangents.
void soften(mjContact* contact, mjData* data, const double* slips, double load) {
  const int row = contact->efc_address;
  const double friction = contact->friction[0], softest = std::max(slips[0], slips[1]);
  double softness[2];
  for (int tangent = 0; tangent < 2; ++tangent) {
    const int here = row + 1 + tangent;
    softness[tangent] = data->efc_R[here] +
                        data->efc_KBIP[4 * here + 1] *
                            softened(slips[tangent], softest, data->efc_vel[here], friction, load);
  }
  const double scale = friction * friction * std::max(softness[0], softness[1]);
  for (int tangent = 0; tangent < 2; ++tangent)
    contact->friction[tangent] = std::sqrt(scale / softness[tangent]);
  for (int other = 1; other < contact->dim; ++other) {
    const double own = contact->friction[other - 1];
    data->efc_R[row + other] = scale / (own * own);
    data->efc_D[row + other] = 1.0 / data->efc_R[row + other];
  }
  contact->mu = contact->friction[0] * std::sqrt(data->efc_R[row + 1] / data->efc_R[row]);
}

}  // namespace

// Let the wheels of the bodies (count,), each with 7 numbers (count, 7), slip in the next step;
// each carried `loads` (count,) N in the last one. Quantities derived from positions and velocities
// must be up to date (mj_step1); only the constraints change.
SIM_INTERFACE void sim_wheel_slip_apply(const mjModel* model, mjData* data, int count,
                                        const int* bodies, const double* wheels,
                                        const double* loads) {
  const auto* const all = reinterpret_cast<const Wheel*>(wheels);
  const Wheels of{count, bodies};
  std::vector<int> contacts(count, 0);
  for (int contact = 0; contact < data->ncon; ++contact) {
    const int index = of.of(model, data->contact[contact]);
    if (index < 0) continue;
    ++contacts[index];
    mjtNum axle[3];
    axle_in_world(data, bodies[index], all[index], axle);
    turn_to_axle(axle, data->contact + contact);
  }
  if (std::all_of(contacts.begin(), contacts.end(), [](int found) { return found == 0; })) return;
  mj_makeConstraint(model, data);
  mj_referenceConstraint(model, data);
  for (int contact = 0; contact < data->ncon; ++contact) {
    const int index = of.of(model, data->contact[contact]);
    if (index < 0) continue;
    const Wheel& wheel = all[index];
    mjtNum axle[3];
    axle_in_world(data, bodies[index], wheel, axle);
    const double spin = mju_dot3(axle, data->cvel + 6 * bodies[index]);
    // The contacts of a wheel share its force.
    const double shares = contacts[index];
    const auto slip = [&](double compliance) {
      return shares *
             sim::robot_plugins::slip_per_force(compliance, wheel.radius, spin, wheel.normal_force);
    };
    const double slips[2] = {slip(wheel.lateral), slip(wheel.longitudinal)};
    if (slips[0] > 0.0 || slips[1] > 0.0)
      soften(data->contact + contact, data, slips, loads[index] / shares);
  }
  // Islands have copies of the constraints.
  mj_island(model, data);
  mj_projectConstraint(model, data);
}

// Writes the N (count,) that the ground gave to each wheel in the step just made.
SIM_INTERFACE void sim_wheel_slip_settle(const mjModel* model, const mjData* data, int count,
                                         const int* bodies, double* loads) {
  const Wheels of{count, bodies};
  std::fill_n(loads, count, 0.0);
  for (int contact = 0; contact < data->ncon; ++contact) {
    const int index = of.of(model, data->contact[contact]);
    if (index >= 0) loads[index] += data->efc_force[data->contact[contact].efc_address];
  }
}
