#include "sensors/cameras/pixel_noise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include <ignition/math/Rand.hh>
#include <sensor_msgs/image_encodings.h>

namespace sim {
namespace {

template <class Value, class Draw>
void blur(sensor_msgs::Image& image, std::size_t channels, const Draw& draw) {
  constexpr double FULL = std::numeric_limits<Value>::max();
  auto* values = reinterpret_cast<Value*>(image.data.data());
  const std::size_t pixels = static_cast<std::size_t>(image.width) * image.height;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    const double shift = FULL * draw();
    for (std::size_t k = 0; k < channels; ++k, ++values) {
      *values = static_cast<Value>(std::lround(std::min(std::max(*values + shift, 0.0), FULL)));
    }
  }
}

}  // namespace

PixelNoise::PixelNoise(const sdf::ElementPtr& camera, const std::string& name)
    : generator_(ignition::math::Rand::Seed() + std::hash<std::string>()(name)) {
  if (!camera->HasElement("noise")) return;
  const auto noise = camera->GetElement("noise");
  if (noise->Get<std::string>("type") != "gaussian") return;
  const double mean = noise->Get<double>("mean"), deviation = noise->Get<double>("stddev");
  normal_ = std::normal_distribution<double>(mean, std::max(deviation, 0.0));
  silent_ = mean == 0.0 && deviation <= 0.0;
}

void PixelNoise::add_to(sensor_msgs::Image& image) {
  if (silent_) return;
  const std::size_t channels = sensor_msgs::image_encodings::numChannels(image.encoding);
  const auto draw = [this] { return normal_(generator_); };
  if (sensor_msgs::image_encodings::bitDepth(image.encoding) == 16) {
    blur<std::uint16_t>(image, channels, draw);
  } else {
    blur<std::uint8_t>(image, channels, draw);
  }
}

}  // namespace sim
