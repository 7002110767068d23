// The rays of a ray sensor's scans, in the firing order of a real scanner; angles in rad about the
// sensor's axes. sim.embedded.lidar.sweep binds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "laws/sensors/lidar_devices.h"
#include "laws/vector.h"

namespace sim {

// `count` equally spaced angles from `lower` to `upper`, both included if `count` is above 1.
struct Fan {
  unsigned count = 1;
  double lower = 0.0, upper = 0.0;

  double step() const { return count > 1 ? (upper - lower) / (count - 1) : 0.0; }
  double angle(unsigned k) const { return lower + k * step(); }
};

// Columns of lasers that fire in turn.
struct Sweep {
  std::size_t columns = 0;
  // Elevations of a column's lasers in firing order; ring 0 is the lowest.
  std::vector<double> elevations;
  std::vector<unsigned> rings;
  // Azimuth of the first ray, from column to column, and from laser to laser as a share of that.
  double start = 0.0, step = 0.0, lag = 0.0;
  double period = 0.0, column_time = 0.0, laser_time = 0.0;  // s
  // Columns follow each other evenly also from scan to scan.
  bool free_running = false;

  std::size_t size() const { return columns * elevations.size(); }
  double azimuth(std::size_t ray) const;
  // s since the first firing.
  double time(std::size_t ray) const;
  Vector direction(std::size_t ray, double turn) const;
};

// Azimuth by azimuth, the rings from the lowest to the highest, evenly over the period.
Sweep fan_sweep(const Fan& horizontal, const Fan& vertical, double rate);

// A head that turns clockwise from +x. Unless each scan begins there, by `hold_phase`, it runs
// freely, with its first firing at time 0 along +x.
Sweep device_sweep(const LidarDevice& device, double rate, bool hold_phase);

// Start of a scan: time in s until its first firing, the rotation of its rays at that time, and the
// number of firings before it ends.
struct ScanStart {
  double phase, turn;
  std::size_t fired;
};

ScanStart scan_start(const Sweep& sweep, long number);

struct Beam {
  Vector direction;    // unit
  std::uint16_t ring;  // 0 for the lowest
  float time;          // s after the stamp, never positive
};

std::vector<Beam> scan_beams(const Sweep& sweep, long number);

}  // namespace sim
