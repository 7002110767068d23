// The rays of one scan, in the order in which a real scanner would fire them; angles in rad about
// the sensor's axes.
#pragma once

#include <cstdint>
#include <vector>

#include <ignition/math/Vector3.hh>

#include "laws/sensors/lidar_devices.h"

namespace sim {

struct Beam {
  ignition::math::Vector3d direction;  // unit
  std::uint16_t ring;                  // 0 for the lowest
  float time;                          // s after the stamp, never positive
};

// `count` angles from `lower` to `upper`, both included where there are more than one.
struct Fan {
  unsigned count = 1;
  double lower = 0.0, upper = 0.0;

  double step() const { return count > 1 ? (upper - lower) / (count - 1) : 0.0; }
  double angle(unsigned k) const { return lower + k * step(); }
};

// Azimuth by azimuth, the rings from the lowest to the highest.
std::vector<Beam> fan_beams(const Fan& horizontal, const Fan& vertical, double rate);

// Scan `number` of a free-running head, whose first firing was at time 0 along +x; with
// `hold_phase` each begins along +x.
std::vector<Beam> device_beams(const LidarDevice& device, double rate, long number,
                               bool hold_phase);

}  // namespace sim
