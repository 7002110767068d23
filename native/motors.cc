// Motors that hold the speed of a joint by up to a torque, as ODE's do that Gazebo's plugins use;
// src/sim/embedded/robot_plugins/drives.py calls it.
#include <mujoco/mujoco.h>

#include "laws/interface.h"

// Set the speeds of joints with a motor torque modelled as dry friction to `rates` (count,) in the
// next step: the friction's constraint pulls to that speed instead of to 0. `dofs` (count,) are
// their degrees of freedom. Quantities derived from positions and velocities must be up to date
// (mj_step1).
SIM_INTERFACE void sim_motors_apply(const mjModel*, mjData* data, int count, const int* dofs,
                                    const double* rates) {
  for (int row = data->ne; row < data->ne + data->nf; ++row) {
    if (data->efc_type[row] != mjCNSTR_FRICTION_DOF) continue;
    for (int motor = 0; motor < count; ++motor) {
      // MuJoCo's reference acceleration is -b v (its documentation, "Constraint model").
      if (dofs[motor] == data->efc_id[row])
        data->efc_aref[row] = -data->efc_KBIP[4 * row + 1] * (data->efc_vel[row] - rates[motor]);
    }
  }
}
