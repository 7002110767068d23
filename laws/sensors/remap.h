// A camera's picture and depths from those of its view.
#pragma once

#include <cstdint>
#include <vector>

#include "laws/sensors/lens.h"

namespace sim {

// Colours of a picture row by row, between the four nearest of the view's; black where no ray
// comes. `Value` is that of one channel.
template <class Value>
std::vector<Value> remapped_colors(const Optics& optics, const Value* view, unsigned channels);

// Depths row by row, those of the nearest rays; NaN where no ray comes.
std::vector<float> remapped_depths(const Optics& optics, const float* view);

}  // namespace sim
