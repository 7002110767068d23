// Where a wheel's rim stands on what its rays have met: a disc on the lines between their ends, as
// in radial-interradial and rigid-disc models of enveloping [Pacejka, ch. 10.1; Davis].
//
// Rays point along the body's -z, in the wheel's plane. One ray alone meets the ground for all of
// the rim.
#pragma once

#include <cstddef>
#include <vector>

#include "laws/vehicle/ground.h"

namespace sim::vehicle {

// A touch of the whole wheel: `distance` is the length that a single ray would have on level ground
// at the hub's height, and `ahead` how far ahead of the hub the rim stands on the ground, in radii:
// the sine of the slope there.
struct RimContact : Touch {
  double ahead = 0.0;
};

// How far ahead of a wheel's hub its rays start, m.
std::vector<double> ray_offsets(std::size_t count, double radius);

// The contact that the touches of one wheel, as many as `offsets`, make.
RimContact rim_contact(const std::vector<double>& offsets, const Touch* touches, double radius);

}  // namespace sim::vehicle
