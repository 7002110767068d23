#include "sensors/rays/beams.h"

#include <algorithm>
#include <cmath>

namespace sim {
namespace {

// Directions of one elevation.
struct Cone {
  explicit Cone(double elevation) : level(std::cos(elevation)), up(std::sin(elevation)) {}
  ignition::math::Vector3d at(double azimuth) const {
    return {level * std::cos(azimuth), level * std::sin(azimuth), up};
  }

  double level, up;
};

}  // namespace

std::vector<Beam> fan_beams(const Fan& horizontal, const Fan& vertical, double rate) {
  std::vector<Cone> cones;
  cones.reserve(vertical.count);
  for (unsigned row = 0; row < vertical.count; ++row) cones.emplace_back(vertical.angle(row));
  std::vector<Beam> beams;
  beams.reserve(static_cast<std::size_t>(horizontal.count) * vertical.count);
  const double count = static_cast<double>(horizontal.count) * vertical.count;
  for (unsigned column = 0; column < horizontal.count; ++column) {
    for (unsigned row = 0; row < vertical.count; ++row) {
      const double done = static_cast<double>(beams.size()) / count;
      beams.push_back({cones[row].at(horizontal.angle(column)), static_cast<std::uint16_t>(row),
                       static_cast<float>((done - 1.0) / rate)});
    }
  }
  return beams;
}

std::vector<Beam> device_beams(const LidarDevice& device, double rate, long number,
                               bool hold_phase) {
  const double period = 1.0 / rate,
               turns = static_cast<double>(number) * period / device.firing_time;
  // The product's rounding must not make a whole number of firings one more.
  const double phase =
      hold_phase ? 0.0 : std::max(std::ceil(turns - 1e-6) - turns, 0.0) * device.firing_time;
  const std::vector<unsigned> rings = device.rings();
  const std::vector<Cone> cones(device.elevations.begin(), device.elevations.end());
  std::vector<Beam> beams;
  beams.reserve(cones.size() * static_cast<std::size_t>(period / device.firing_time + 2.0));
  for (int firing = 0; phase + firing * device.firing_time < period - 1e-12; ++firing) {
    for (unsigned laser = 0; laser < rings.size(); ++laser) {
      const double time = phase + firing * device.firing_time + laser * device.laser_time;
      if (time >= period - 1e-12) break;
      beams.push_back({cones[laser].at(-2.0 * M_PI * rate * time),
                       static_cast<std::uint16_t>(rings[laser]),
                       static_cast<float>(time - period)});
    }
  }
  return beams;
}

}  // namespace sim
