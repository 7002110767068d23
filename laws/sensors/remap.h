// Remaps the rendered view and its depths to a camera's picture and depths.
#pragma once

#include <cstdint>
#include <vector>

#include "laws/sensors/lens.h"

namespace sim {

// Colours of a picture row by row, between the four nearest of the view's; black where no ray
// comes. `Value` is that of one channel.
template <class Value>
std::vector<Value> remapped_colors(const Optics& optics, const Value* view, unsigned channels);

// Return depths row by row, each of the nearest ray; NaN for pixels without a ray.
std::vector<float> remapped_depths(const Optics& optics, const float* view);

}  // namespace sim
