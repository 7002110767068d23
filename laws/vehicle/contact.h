// Contact points of four raycast wheels and the ground plane there; `wheel` computes the forces.
//
// Points are relative to the base origin, in world axes.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "laws/vehicle/ground.h"

namespace sim::vehicle {

using Rotation = std::array<double, 9>;  // row-major world_from_base
using Patches = std::array<std::optional<Vector>, 4>;

// A point of the base frame, such as the one where a wheel stands, in world axes.
Vector in_world(const Rotation& pose, const Vector& point);

// Unit normal of the plane through the patches; the body's `up` where fewer than three touch or the
// plane is too steep.
Vector ground_normal(const Patches& patches, const Vector& up);

// Return unit (forward, left) axes in the ground plane below a body with the x axis `forward`.
std::pair<Vector, Vector> ground_axes(const Vector& forward, const Vector& normal);

}  // namespace sim::vehicle
