// The law of a hitch as C functions; src/sim/vehicle/hitch.py calls them.
#include "laws/vehicle/hitch.h"

#include <algorithm>

#include "laws/interface.h"

using sim::vehicle::Hitch;

SIM_INTERFACE Hitch* sim_hitch_new(double towed_mass, double towing_mass, double dt) {
  return new Hitch(towed_mass, towing_mass, dt);
}

SIM_INTERFACE void sim_hitch_delete(Hitch* hitch) { delete hitch; }

// Gap and rate (3,); writes the force (3,), and gives whether the hitch is closed.
SIM_INTERFACE int sim_hitch_pull(Hitch* hitch, const double* gap, const double* rate,
                                 double* force) {
  const auto found = hitch->pull({gap[0], gap[1], gap[2]}, {rate[0], rate[1], rate[2]});
  std::copy(found.begin(), found.end(), force);
  return hitch->closed() ? 1 : 0;
}
