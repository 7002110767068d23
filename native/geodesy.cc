// Positions on Earth as a C function; src/sim/embedded/sensors/geodesy.py calls it.
#include "laws/sensors/geodesy.h"

#include "laws/interface.h"

// Write latitude, longitude (rad) and altitude (m) of a position (3,) in a world with the origin
// (4,): latitude, longitude, elevation and heading.
SIM_INTERFACE void sim_geodetic(const double* origin, const double* position, double* found) {
  const sim::Origin place{origin[0], origin[1], origin[2], origin[3]};
  const sim::Geodetic at =
      sim::geodetic(place, sim::east_north_up(place, {position[0], position[1], position[2]}));
  found[0] = at.latitude;
  found[1] = at.longitude;
  found[2] = at.altitude;
}
