#include "laws/sensors/radar.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace sim {
namespace {

constexpr double REFERENCE_RCS = 10.0;  // m^2
constexpr double REFERENCE_PROBABILITY = 0.9;
// Of cells that hold noise alone; more would be a picture, and no list.
constexpr double MOST_FALSE_ALARMS = 10000.0;

double folded(double speed, double most) {
  return speed - 2.0 * most * std::floor((speed + most) / (2.0 * most));
}

double cells(const RadarSettings& settings) {
  return (settings.range_max - settings.range_min) / settings.range_resolution *
         std::max(1.0,
                  (settings.azimuth_max - settings.azimuth_min) / settings.azimuth_resolution) *
         2.0 * settings.max_speed / settings.doppler_resolution;
}

struct Cell {
  double rcs = 0.0, range = 0.0, azimuth = 0.0, elevation = 0.0, speed = 0.0;
};

}  // namespace

std::string check(const RadarSettings& settings) {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  const std::pair<const char*, double> sizes[] = {
      {"range_resolution", settings.range_resolution},
      {"azimuth_resolution", settings.azimuth_resolution},
      {"doppler_resolution", settings.doppler_resolution},
      {"max_speed", settings.max_speed},
      {"reference_range", settings.reference_range}};
  for (const auto& [name, value] : sizes) {
    if (!positive(value))
      return std::string(name) + " is " + std::to_string(value) + "; write a number above 0";
  }
  const double chance = settings.false_alarm_probability;
  if (!(chance > 0.0 && chance < 0.1))
    return "false_alarm_probability is " + std::to_string(chance) +
           "; write a number above 0 and below 0.1";
  if (chance * cells(settings) > MOST_FALSE_ALARMS)
    return "false_alarm_probability is " + std::to_string(chance) + ", which makes " +
           std::to_string(std::llround(chance * cells(settings))) +
           " false returns a scan with these resolutions; write at most " +
           std::to_string(MOST_FALSE_ALARMS / cells(settings));
  return "";
}

Radar::Radar(const RadarSettings& settings, std::uint64_t seed)
    : settings_(settings),
      threshold_(-std::log(settings.false_alarm_probability)),
      reference_(threshold_ / -std::log(REFERENCE_PROBABILITY) - 1.0),
      false_alarms_(settings.false_alarm_probability * cells(settings)),
      generator_(seed) {}

double Radar::uniform() {
  return (static_cast<double>(generator_() >> 11) + 1.0) * (1.0 / 9007199254740992.0);
}

double Radar::exponential() { return -std::log(uniform()); }

// Box and Muller's, the second one left unused.
double Radar::normal() {
  const double length = std::sqrt(2.0 * exponential());
  return length * std::cos(2.0 * M_PI * uniform());
}

double Radar::signal(double range) const {
  return reference_ / REFERENCE_RCS * std::pow(settings_.reference_range / range, 4.0);
}

std::vector<RadarDetection> Radar::scan(const std::vector<RadarEcho>& echoes) {
  std::vector<RadarDetection> found;
  find_targets(echoes, found);
  find_noise(found);
  return found;
}

void Radar::find_targets(const std::vector<RadarEcho>& echoes, std::vector<RadarDetection>& found) {
  const RadarSettings& s = settings_;
  std::map<std::tuple<long, long, long>, Cell> filled;
  for (const RadarEcho& echo : echoes) {
    if (echo.range < s.range_min || echo.range > s.range_max || echo.rcs <= 0.0) continue;
    const double speed = folded(echo.speed, s.max_speed);
    Cell& cell = filled[{std::lround(std::floor(echo.range / s.range_resolution)),
                         std::lround(std::floor(echo.azimuth / s.azimuth_resolution)),
                         std::lround(std::floor(speed / s.doppler_resolution))}];
    cell.rcs += echo.rcs;
    cell.range += echo.rcs * echo.range;
    cell.azimuth += echo.rcs * echo.azimuth;
    cell.elevation += echo.rcs * echo.elevation;
    cell.speed += echo.rcs * speed;
  }
  for (const auto& [key, cell] : filled) {
    const double range = cell.range / cell.rcs, mean = cell.rcs * signal(range);
    const double power = (1.0 + mean) * exponential();
    if (power <= threshold_) continue;
    // Measurement errors at a signal-to-noise ratio [Skolnik, ch. 6].
    const double error = 1.0 / std::sqrt(2.0 * power);
    const double noise[] = {normal(), normal(), normal(), normal()};
    found.push_back({range + error * s.range_resolution * noise[0],
                     cell.azimuth / cell.rcs + error * s.azimuth_resolution * noise[1],
                     cell.elevation / cell.rcs + error * s.azimuth_resolution * noise[2],
                     cell.speed / cell.rcs + error * s.doppler_resolution * noise[3],
                     10.0 * std::log10((power - 1.0) / signal(range))});
  }
}

// Poisson's process: alarms are a mean of 1 apart.
void Radar::find_noise(std::vector<RadarDetection>& found) {
  const RadarSettings& s = settings_;
  const auto between = [this](double low, double high) { return low + (high - low) * uniform(); };
  double passed = exponential();
  while (passed < false_alarms_) {
    const double range = between(s.range_min, s.range_max);
    const double azimuth = between(s.azimuth_min, s.azimuth_max);
    const double elevation = between(s.elevation_min, s.elevation_max);
    const double speed = between(-s.max_speed, s.max_speed);
    const double power = threshold_ + exponential();
    found.push_back({range, azimuth, elevation, speed,
                     10.0 * std::log10((power - 1.0) / signal(std::max(range, 1e-3)))});
    passed += exponential();
  }
}

}  // namespace sim
