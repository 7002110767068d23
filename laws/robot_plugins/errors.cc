#include "laws/robot_plugins/errors.h"

#include <cmath>

namespace sim::robot_plugins {
namespace {

Values read(const Settings& settings, const std::string& prefix, const std::string& tag) {
  if (!prefix.empty()) return settings.triple(prefix + tag);
  std::string own = tag;
  own.front() = static_cast<char>(own.front() + ('a' - 'A'));
  return settings.triple(own);
}

}  // namespace

Errors::Errors(const Settings& settings, const std::string& prefix, std::uint64_t seed)
    : offset_(read(settings, prefix, "Offset")),
      drift_(read(settings, prefix, "Drift")),
      frequency_(read(settings, prefix, "DriftFrequency")),
      noise_(read(settings, prefix, "GaussianNoise")),
      scale_(read(settings, prefix, "ScaleError")),
      random_(seed) {
  for (std::size_t axis = 0; axis < wandered_.size(); ++axis) wandered_[axis] = draw(drift_[axis]);
}

Errors Errors::white(double deviation, std::uint64_t seed) {
  Errors made(seed);
  made.noise_.fill(deviation);
  return made;
}

Values Errors::on(const Values& values, double dt) {
  Values read{};
  for (std::size_t axis = 0; axis < read.size(); ++axis) {
    const double pull = wandered_[axis] * frequency_[axis],
                 push = draw(std::sqrt(2.0 * frequency_[axis]) * drift_[axis]);
    wandered_[axis] += dt * (push - pull);
    read[axis] = values[axis] * scale_[axis] + offset_[axis] + wandered_[axis] + draw(noise_[axis]);
  }
  return read;
}

Values Errors::noise_variance() const {
  return {noise_[0] * noise_[0], noise_[1] * noise_[1], noise_[2] * noise_[2]};
}

Values Errors::variance() const {
  Values sum = noise_variance();
  for (std::size_t axis = 0; axis < sum.size(); ++axis) sum[axis] += drift_[axis] * drift_[axis];
  return sum;
}

// 0 draws nothing.
double Errors::draw(double deviation) {
  if (!(deviation > 0.0)) return 0.0;
  return std::normal_distribution<double>(0.0, deviation)(random_);
}

}  // namespace sim::robot_plugins
