// Parts of a step of the embedded simulator that several of its files share.
#pragma once

#include <mujoco/mujoco.h>

#include "driven_vehicle.h"
#include "laws/interface.h"

SIM_INTERFACE void sim_drive(const mjModel* model, mjData* data, int body, int ground_group,
                             sim::vehicle::DrivenVehicle* vehicle, double time, double dt);
SIM_INTERFACE void sim_clear_wrenches(const mjModel* model, mjData* data);
SIM_INTERFACE int sim_step2(const mjModel* model, mjData* data);
SIM_INTERFACE void sim_boxes(int count, int columns, const double* coefficients, double time,
                             const double* half_heights, const int* rows, double* positions,
                             double* quaternions, double* mocap_positions,
                             double* mocap_quaternions);
SIM_INTERFACE int sim_almost_upright(const mjModel* model, const mjData* data, int planes,
                                     const int* plane_geoms, int cylinders,
                                     const int* cylinder_geoms, double upright, double tilted);
