// Rays of lidars and sonars as C functions; src/sim/embedded/lidar/sweep.py and patterns.py call
// them.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "laws/interface.h"
#include "laws/sensors/beams.h"
#include "laws/sensors/cone.h"

using sim::Fan;
using sim::Sweep;

// Of fans by their numbers of rays, lower and upper angles (3,).
SIM_INTERFACE Sweep* sim_sweep_of_fan(const double* horizontal, const double* vertical,
                                      double rate) {
  const auto fan = [](const double* values) {
    return Fan{static_cast<unsigned>(values[0]), values[1], values[2]};
  };
  return new Sweep(sim::fan_sweep(fan(horizontal), fan(vertical), rate));
}

// Of a device by its name; a null pointer, and why in `message` of `size` bytes, for an unknown
// one.
SIM_INTERFACE Sweep* sim_sweep_of_device(const char* name, double rate, int hold_phase,
                                         char* message, int size) {
  try {
    return new Sweep(sim::device_sweep(sim::lidar_device(name), rate, hold_phase != 0));
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    message[text.copy(message, static_cast<std::size_t>(size) - 1)] = 0;
    return nullptr;
  }
}

SIM_INTERFACE void sim_sweep_delete(Sweep* sweep) { delete sweep; }

// Write the numbers of columns and lasers, the first column's azimuth and the step between two
// (4,).
SIM_INTERFACE void sim_sweep_shape(const Sweep* sweep, double* shape) {
  shape[0] = static_cast<double>(sweep->columns);
  shape[1] = static_cast<double>(sweep->elevations.size());
  shape[2] = sweep->start;
  shape[3] = sweep->step;
}

// Write the elevations of the lasers (lasers,), and of all rays the directions (3, n), rings and
// times since the first firing (n,).
SIM_INTERFACE void sim_sweep_rays(const Sweep* sweep, double* elevations, double* directions,
                                  std::int64_t* rings, double* times) {
  std::copy(sweep->elevations.begin(), sweep->elevations.end(), elevations);
  const std::size_t count = sweep->size();
  for (std::size_t ray = 0; ray < count; ++ray) {
    const sim::Vector direction = sweep->direction(ray, 0.0);
    for (int k = 0; k < 3; ++k) directions[k * count + ray] = direction[k];
    rings[ray] = sweep->rings[ray % sweep->rings.size()];
    times[ray] = sweep->time(ray);
  }
}

// Write the first firing of scan `number`, in s after its begin, and the rotation of its rays (2,);
// return the number of firings.
SIM_INTERFACE std::int64_t sim_sweep_start(const Sweep* sweep, std::int64_t number,
                                           double* phase_and_turn) {
  const sim::ScanStart start = sim::scan_start(*sweep, number);
  phase_and_turn[0] = start.phase;
  phase_and_turn[1] = start.turn;
  return static_cast<std::int64_t>(start.fired);
}

// Write up to `most` directions (n, 3) of a sonar's rays; return their number.
SIM_INTERFACE int sim_sonar_rays(double half_angle, int most, double* directions) {
  const auto rays = sim::cone(half_angle, sim::SONAR_SPACING, sim::SONAR_RIM);
  if (static_cast<int>(rays.size()) > most) return static_cast<int>(rays.size());
  for (const auto& ray : rays) directions = std::copy(ray.begin(), ray.end(), directions);
  return static_cast<int>(rays.size());
}
