// Contact of a wheel's rim with the ground hit by its rays: a disc on the lines between the hit
// points, as in radial-interradial and rigid-disc models of enveloping [Pacejka, ch. 10.1; Davis].
//
// Rays point along the body's -z, in the wheel's plane. A single ray represents the whole rim.
#pragma once

#include <cstddef>
#include <vector>

#include "laws/vehicle/ground.h"

namespace sim::vehicle {

// Contact of the whole wheel. `distance` is the length of a single ray on level ground at the hub's
// height; `ahead` is the distance of the rim's contact ahead of the hub, in radii: the sine of the
// slope there.
struct RimContact : Touch {
  double ahead = 0.0;
};

// Return the distances of a wheel's rays ahead of its hub, m.
std::vector<double> ray_offsets(std::size_t count, double radius);

// The contact that the touches of one wheel, as many as `offsets`, make.
RimContact rim_contact(const std::vector<double>& offsets, const Touch* touches, double radius);

}  // namespace sim::vehicle
