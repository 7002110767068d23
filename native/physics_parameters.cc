// The table of physics parameters of dynamic_reconfigure as C functions.
#include "laws/interface.h"
#include "laws/physics_parameters.h"

// Name, type and description of a parameter, and its bounds (2,); false beyond the last.
SIM_INTERFACE int sim_physics_parameter(int number, const char** texts, double* bounds) {
  if (number < 0 || number >= static_cast<int>(sim::PHYSICS_PARAMETERS.size())) return 0;
  const sim::PhysicsParameter& found = sim::PHYSICS_PARAMETERS[static_cast<std::size_t>(number)];
  texts[0] = found.name;
  texts[1] = found.type;
  texts[2] = found.description;
  bounds[0] = found.least;
  bounds[1] = found.most;
  return 1;
}
