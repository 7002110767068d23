// What a radar reports of the echoes that its rays bring: one detection for each cell of range,
// azimuth and Doppler whose power exceeds a threshold, and noise that does. Known to neither Gazebo
// nor ROS.
//
// Echo and noise are complex Gaussian, as a target of many scatterers has them (Swerling 1): power
// over mean noise is exponential with mean 1 + S. With the threshold T = -ln(Pfa) a target is found
// with probability Pd = Pfa^(1 / (1 + S)) [Skolnik, ch. 2], where S goes with rcs / range^4.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace sim {

// m, rad, m/s, s.
struct RadarSettings {
  double range_min, range_max;
  double azimuth_min, azimuth_max, elevation_min, elevation_max;
  double range_resolution, azimuth_resolution, doppler_resolution;
  // Doppler is known from -max_speed to max_speed; what is faster appears folded into that.
  double max_speed;
  // Where a target of 10 m2 is found with probability 0.9.
  double reference_range;
  // Of noise in one cell.
  double false_alarm_probability;
};

// What is wrong with settings, naming one; empty where nothing is.
std::string check(const RadarSettings& settings);

// Of one ray: spherical coordinates, range rate, and radar cross section in m2.
struct RadarEcho {
  double range, azimuth, elevation, speed, rcs;
};

// As an echo; rcs in dBsm.
using RadarDetection = RadarEcho;

class Radar {
 public:
  // Alike for one seed, on any machine.
  Radar(const RadarSettings& settings, std::uint64_t seed);

  // Those of one scan, targets first, by cell.
  std::vector<RadarDetection> scan(const std::vector<RadarEcho>& echoes);

 private:
  double uniform();      // above 0, up to 1
  double exponential();  // of mean 1
  double normal();
  // Ratio of signal to noise of 1 m2 at a range.
  double signal(double range) const;
  void find_targets(const std::vector<RadarEcho>& echoes, std::vector<RadarDetection>& found);
  void find_noise(std::vector<RadarDetection>& found);

  RadarSettings settings_;
  double threshold_, reference_;
  double false_alarms_;  // mean of a scan
  std::mt19937_64 generator_;
};

}  // namespace sim
