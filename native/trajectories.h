// Trajectories of one of our libraries, as another one reads them.
#pragma once

#include "laws/interface.h"
#include "laws/joints/trajectory.h"

// Values (count,) at a time; what no later time depends on is forgotten.
SIM_INTERFACE void sim_trajectories_values(sim::joints::Trajectory* const* trajectories, int count,
                                           double time, double* values);
