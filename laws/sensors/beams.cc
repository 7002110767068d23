#include "laws/sensors/beams.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sim {
namespace {

// Smallest time in s between the firing of a ray and the end of the period.
constexpr double END_MARGIN = 1e-12;

}  // namespace

double Sweep::azimuth(std::size_t ray) const {
  const std::size_t column = ray / elevations.size(), laser = ray % elevations.size();
  return start + step * (static_cast<double>(column) + lag * static_cast<double>(laser));
}

double Sweep::time(std::size_t ray) const {
  const std::size_t column = ray / elevations.size(), laser = ray % elevations.size();
  return static_cast<double>(column) * column_time + static_cast<double>(laser) * laser_time;
}

Vector Sweep::direction(std::size_t ray, double turn) const {
  const double elevation = elevations[ray % elevations.size()], level = std::cos(elevation);
  const double around = azimuth(ray) + turn;
  return {level * std::cos(around), level * std::sin(around), std::sin(elevation)};
}

Sweep fan_sweep(const Fan& horizontal, const Fan& vertical, double rate) {
  Sweep sweep;
  sweep.columns = horizontal.count;
  for (unsigned row = 0; row < vertical.count; ++row)
    sweep.elevations.push_back(vertical.angle(row));
  sweep.rings.resize(vertical.count);
  std::iota(sweep.rings.begin(), sweep.rings.end(), 0u);
  sweep.start = horizontal.lower;
  sweep.step = horizontal.step();
  sweep.period = 1.0 / rate;
  sweep.column_time = sweep.period / horizontal.count;
  sweep.laser_time = sweep.column_time / vertical.count;
  return sweep;
}

Sweep device_sweep(const LidarDevice& device, double rate, bool hold_phase) {
  Sweep sweep;
  sweep.period = 1.0 / rate;
  sweep.column_time = device.firing_time;
  sweep.laser_time = device.laser_time;
  sweep.columns = static_cast<std::size_t>(std::ceil(sweep.period / device.firing_time - 1e-9));
  sweep.elevations = device.elevations;
  sweep.rings = device.rings();
  sweep.step = -2.0 * M_PI * device.firing_time / sweep.period;
  sweep.lag = device.laser_time / device.firing_time;
  sweep.free_running = !hold_phase;
  return sweep;
}

ScanStart scan_start(const Sweep& sweep, long number) {
  ScanStart start{0.0, 0.0, sweep.size()};
  if (sweep.free_running) {
    const double columns = static_cast<double>(number) * sweep.period / sweep.column_time;
    // The product's rounding must not make a whole number of firings one more.
    start.phase = std::max(std::ceil(columns - 1e-6) - columns, 0.0) * sweep.column_time;
    start.turn = sweep.step * start.phase / sweep.column_time;
  }
  while (start.fired > 0 && start.phase + sweep.time(start.fired - 1) >= sweep.period - END_MARGIN)
    --start.fired;
  return start;
}

std::vector<Beam> scan_beams(const Sweep& sweep, long number) {
  const auto [phase, turn, fired] = scan_start(sweep, number);
  std::vector<Beam> beams;
  beams.reserve(fired);
  for (std::size_t ray = 0; ray < fired; ++ray) {
    const unsigned ring = sweep.rings[ray % sweep.rings.size()];
    beams.push_back({sweep.direction(ray, turn), static_cast<std::uint16_t>(ring),
                     static_cast<float>(phase + sweep.time(ray) - sweep.period)});
  }
  return beams;
}

}  // namespace sim
