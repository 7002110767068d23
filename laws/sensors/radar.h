// Radar detector: turns the echoes of its rays into one detection for each cell of range, azimuth
// and Doppler with a power above a threshold, and into false alarms by noise. Independent of Gazebo
// and ROS.
//
// Echo and noise are complex Gaussian, as for a target of many scatterers (Swerling 1): power over
// mean noise is exponential with mean 1 + S. With the threshold T = -ln(Pfa), the probability of
// detection of a target is Pd = Pfa^(1 / (1 + S)) [Skolnik, ch. 2], where S is proportional to rcs
// / range^4.
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
  // Doppler is measured from -max_speed to max_speed; faster targets are aliased into that range.
  double max_speed;
  // Range at which a target of 10 m2 is detected with probability 0.9.
  double reference_range;
  // Of noise in one cell.
  double false_alarm_probability;
};

// Return an error message that names a wrong setting; empty if all are valid.
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

  // Return the detections of one scan, targets first, sorted by cell.
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
