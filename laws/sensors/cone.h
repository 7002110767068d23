// The rays of a sonar. sim.embedded.lidar.patterns binds them.
#pragma once

#include <vector>

#include "laws/vector.h"

namespace sim {

// Between neighbouring rays within a sonar's cone and on its rim.
constexpr double SONAR_SPACING = 0.017453292519943295;  // rad
constexpr double SONAR_RIM = 0.25 * SONAR_SPACING;      // rad

// Unit vectors about +x that fill a cone on rings `spacing` apart; on its rim, where corners reach
// into it, they are `rim` apart.
std::vector<Vector> cone(double half_angle, double spacing, double rim);

}  // namespace sim
