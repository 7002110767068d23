// Lasers of lidars and rays of sonars as C functions; src/sim/embedded/lidar/devices.py and
// patterns.py call them.
#include <algorithm>
#include <iterator>

#include "laws/interface.h"
#include "laws/sensors/cone.h"
#include "laws/sensors/lidar_devices.h"

// Write the time between two lasers and between two firings of device `index` (2,), s, and the
// number of its lasers. Return its name, null beyond the last.
SIM_INTERFACE const char* sim_lidar_device(int index, double* times, int* lasers) {
  const auto& devices = sim::lidar_devices();
  if (index < 0 || index >= static_cast<int>(devices.size())) return nullptr;
  const auto& [name, device] = *std::next(devices.begin(), index);
  times[0] = device.laser_time;
  times[1] = device.firing_time;
  *lasers = static_cast<int>(device.elevations.size());
  return name.c_str();
}

// Write the elevations (rad) and the rings of a known device's lasers (n,).
SIM_INTERFACE void sim_lidar_lasers(const char* name, double* elevations, unsigned* rings) {
  const sim::LidarDevice& device = sim::lidar_devices().at(name);
  std::copy(device.elevations.begin(), device.elevations.end(), elevations);
  const auto found = device.rings();
  std::copy(found.begin(), found.end(), rings);
}

// Write up to `most` directions (n, 3) of a sonar's rays; return how many there are.
SIM_INTERFACE int sim_sonar_rays(double half_angle, int most, double* directions) {
  const auto rays = sim::cone(half_angle, sim::SONAR_SPACING, sim::SONAR_RIM);
  if (static_cast<int>(rays.size()) > most) return static_cast<int>(rays.size());
  for (const auto& ray : rays) directions = std::copy(ray.begin(), ray.end(), directions);
  return static_cast<int>(rays.size());
}
