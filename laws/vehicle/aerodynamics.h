// Aerodynamic forces on a body: drag, side force and the lift of both axles [Milliken, ch. 3].
#pragma once

#include "laws/vehicle/parameters.h"
#include "laws/vehicle/wrench.h"

namespace sim::vehicle {

// kg/m^3, at 15 degrees C and sea level.
constexpr double AIR = 1.225;

// Add the air's force on a vehicle to `wrench`; `airspeed` is the body's velocity against the air,
// in world axes.
//
// Drag is -rho/2 C_d A |v| v at `center` above the base origin, and rho/2 (C_y A - C_d A) |v|
// v_left more against what blows from the side. Lift is rho/2 C_l A v_forward^2 along the body's z
// at each axle.
void add_air(Wrench& wrench, const VehicleParameters& parameters, const Rotation& rotation,
             const Vector& airspeed);

}  // namespace sim::vehicle
