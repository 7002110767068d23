// The errors of hector_gazebo_plugins' sensors: an offset, a drift that wanders (a Gauss-Markov
// process), white noise and a wrong scale, of each of three values.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>

#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

using Values = std::array<double, 3>;

class Errors {
 public:
  // Of the tags <PREFIXOffset>, <PREFIXDrift>, <PREFIXDriftFrequency>, <PREFIXGaussianNoise> and
  // <PREFIXScaleError>, without a prefix <offset> and so on; all draws come from `seed`.
  Errors(const Settings& settings, const std::string& prefix, std::uint64_t seed);

  // White noise alone.
  static Errors white(double deviation, std::uint64_t seed);

  // Return the sensor's reading of true values, `dt` s after the last call.
  Values on(const Values& values, double dt);
  // Lets the drift go on from a value.
  void set_drift(const Values& drift) { wandered_ = drift; }
  // Of the white noise, and with it that of the drift.
  Values noise_variance() const;
  Values variance() const;

 private:
  explicit Errors(std::uint64_t seed) : random_(seed) {}
  double draw(double deviation);

  Values offset_{}, drift_{}, frequency_{}, noise_{}, scale_{1.0, 1.0, 1.0}, wandered_{};
  std::mt19937_64 random_;
};

}  // namespace sim::robot_plugins
