// Positions near a place on the WGS84 ellipsoid; angles in rad. Gazebo's own conversion turns the
// world by half a turn. sim.embedded.sensors.geodesy binds it.
#pragma once

#include "laws/vector.h"

namespace sim {

// Geodetic position of the world's origin; `heading` turns from east to the world's x axis,
// counterclockwise.
struct Origin {
  double latitude, longitude, elevation, heading;
};

struct Geodetic {
  double latitude, longitude, altitude;
};

Vector east_north_up(const Origin& origin, const Vector& position);

// By way of earth-centred coordinates and Bowring's formula [Bowring], which near the ground is
// exact to micrometres.
Geodetic geodetic(const Origin& origin, const Vector& east_north_up);

}  // namespace sim
