// The WGS84 ellipsoid; sim.wgs84 has the same figures.
#pragma once

namespace sim::wgs84 {

constexpr double SEMI_MAJOR_AXIS = 6378137.0;  // m
constexpr double FLATTENING = 1.0 / 298.257223563;
constexpr double SEMI_MINOR_AXIS = SEMI_MAJOR_AXIS * (1.0 - FLATTENING);  // m
// The square of the first eccentricity.
constexpr double SQUARED_ECCENTRICITY = FLATTENING * (2.0 - FLATTENING);

}  // namespace sim::wgs84
