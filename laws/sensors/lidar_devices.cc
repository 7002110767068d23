#include "laws/sensors/lidar_devices.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sim {
namespace {

double radians(double degrees) { return degrees * (M_PI / 180.0); }

// Evenly spaced, in degrees; the lower and the upper half fire in turns.
std::vector<double> interleaved(double lowest, double apart, int count) {
  std::vector<double> elevations;
  elevations.reserve(static_cast<std::size_t>(count));
  const int half = count / 2;
  for (int k = 0; k < half; ++k) {
    elevations.push_back(radians(lowest + apart * k));
    elevations.push_back(radians(lowest + apart * (k + half)));
  }
  return elevations;
}

std::vector<double> blocks() {
  std::vector<double> elevations;
  elevations.reserve(64);
  for (int k = 0; k < 32; ++k) elevations.push_back(radians(2.0 - k / 3.0));
  for (int k = 0; k < 32; ++k) elevations.push_back(radians(-8.0 - 5.0 / 6.0 - k / 2.0));
  return elevations;
}

}  // namespace

std::vector<unsigned> LidarDevice::rings() const {
  std::vector<unsigned> found;
  found.reserve(elevations.size());
  for (const double elevation : elevations) {
    found.push_back(static_cast<unsigned>(std::count_if(
        elevations.begin(), elevations.end(), [&](double other) { return other < elevation; })));
  }
  return found;
}

const std::map<std::string, LidarDevice>& lidar_devices() {
  static const auto* devices = new std::map<std::string, LidarDevice>{
      {"VLP-16", {interleaved(-15.0, 2.0, 16), 2.304e-6, 55.296e-6}},
      {"HDL-32", {interleaved(-30.0 - 2.0 / 3.0, 4.0 / 3.0, 32), 1.152e-6, 46.08e-6}},
      {"HDL-64", {blocks(), 0.75e-6, 48e-6}},
  };
  return *devices;
}

const LidarDevice& lidar_device(const std::string& name) {
  const auto found = lidar_devices().find(name);
  if (found != lidar_devices().end()) return found->second;
  std::string known;
  for (const auto& device : lidar_devices()) known += (known.empty() ? "" : ", ") + device.first;
  throw std::runtime_error("unknown lidar '" + name + "'; <device> must be one of " + known);
}

}  // namespace sim
