// The law of radars as C functions; src/sim/embedded/lidar/radar_law.py and reflectivity.py call
// them.
#include "laws/sensors/radar.h"

#include <cstring>

#include "laws/named_seed.h"
#include "laws/interface.h"
#include "laws/sensors/reflectivity.h"

using sim::Radar;
using sim::RadarDetection;
using sim::RadarEcho;
using sim::RadarSettings;

namespace {

static_assert(sizeof(RadarSettings) == 12 * sizeof(double), "Python fills it as an array");
static_assert(sizeof(RadarEcho) == 5 * sizeof(double), "Python fills and reads it as an array");

RadarSettings settings_of(const double* values) {
  RadarSettings settings;
  std::memcpy(&settings, values, sizeof settings);
  return settings;
}

// A radar and what its last scan found.
struct Scans {
  Radar radar;
  std::vector<RadarDetection> found;
};

}  // namespace

// Write the error in settings (12,) into `message` of `size` bytes; empty for valid settings.
SIM_INTERFACE void sim_radar_check(const double* settings, char* message, int size) {
  const std::string text = check(settings_of(settings));
  message[text.copy(message, static_cast<std::size_t>(size) - 1)] = 0;
}

SIM_INTERFACE Scans* sim_radar_new(const double* settings, unsigned long long seed,
                                   const char* name) {
  return new Scans{Radar(settings_of(settings), sim::named_seed(seed, name)), {}};
}

SIM_INTERFACE void sim_radar_delete(Scans* scans) { delete scans; }

// Process echoes (count, 5); return the number of detections.
SIM_INTERFACE int sim_radar_scan(Scans* scans, const double* echoes, int count) {
  std::vector<RadarEcho> given(static_cast<std::size_t>(count));
  if (count > 0) std::memcpy(given.data(), echoes, given.size() * sizeof(RadarEcho));
  scans->found = scans->radar.scan(given);
  return static_cast<int>(scans->found.size());
}

// The detections (n, 5) of the last scan.
SIM_INTERFACE void sim_radar_take(const Scans* scans, double* detections) {
  if (!scans->found.empty())
    std::memcpy(detections, scans->found.data(), scans->found.size() * sizeof(RadarDetection));
}

SIM_INTERFACE double sim_visual_reflectivity(const char* name, int plane, int fixed) {
  return sim::visual_reflectivity(name, plane != 0, fixed != 0);
}

// Of traffic by its length, width and height.
SIM_INTERFACE double sim_traffic_reflectivity(double length, double width, double height) {
  return sim::traffic_reflectivity(length, width, height);
}
