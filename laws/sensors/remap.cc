#include "laws/sensors/remap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {
namespace {

// Two neighbours along one axis and the share of the second; at the border both are the last.
struct Between {
  Between(float place, unsigned size) {
    const float kept = std::min(std::max(place, 0.0f), static_cast<float>(size - 1));
    first = static_cast<unsigned>(kept);
    second = std::min(first + 1, size - 1);
    share = kept - static_cast<float>(first);
  }
  unsigned first, second;
  float share;
};

}  // namespace

template <class Value>
std::vector<Value> remapped_colors(const Optics& optics, const Value* view, unsigned channels) {
  std::vector<Value> picture(optics.rays.size() * channels, 0);
  const std::size_t step = static_cast<std::size_t>(optics.view.width) * channels;
  for (std::size_t pixel = 0; pixel < optics.rays.size(); ++pixel) {
    if (optics.nearest[pixel] < 0) continue;
    const Between across(optics.columns[pixel], optics.view.width),
        down(optics.rows[pixel], optics.view.height);
    const Value *upper = view + down.first * step, *lower = view + down.second * step;
    const auto left = static_cast<std::size_t>(across.first) * channels,
               right = static_cast<std::size_t>(across.second) * channels;
    for (unsigned k = 0; k < channels; ++k) {
      const float above = upper[left + k] + across.share * (upper[right + k] - upper[left + k]);
      const float below = lower[left + k] + across.share * (lower[right + k] - lower[left + k]);
      picture[pixel * channels + k] =
          static_cast<Value>(std::lround(above + down.share * (below - above)));
    }
  }
  return picture;
}

template std::vector<std::uint8_t> remapped_colors(const Optics&, const std::uint8_t*, unsigned);
template std::vector<std::uint16_t> remapped_colors(const Optics&, const std::uint16_t*, unsigned);

std::vector<float> remapped_depths(const Optics& optics, const float* view) {
  std::vector<float> depths;
  depths.reserve(optics.nearest.size());
  for (const std::int32_t pixel : optics.nearest)
    depths.push_back(pixel < 0 ? std::numeric_limits<float>::quiet_NaN() : view[pixel]);
  return depths;
}

}  // namespace sim
