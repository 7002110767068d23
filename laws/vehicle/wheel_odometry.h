// Odometry of a car from the sensors of its two rear wheels, with their errors and its uncertainty.
//
// Systematic errors are those of [Borenstein]: another wheel radius than assumed, unequal radii,
// and another track. The rolled distance of a wheel also has a random error with a variance in
// proportion to the distance, independent left and right [Chong], so that the result is independent
// of the step; the pose's covariance follows by linear propagation [Siegwart, 5.2.4]. The pose is
// that of base_link in an odom frame at the start pose of the vehicle.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

class WheelOdometry {
 public:
  explicit WheelOdometry(const VehicleParameters& parameters);

  // Draw from `seed`, now and again after each reset.
  void seed(std::uint64_t seed);

  // Start again at the origin.
  void reset();

  // Move by the readings of the rear wheels' sensors in a step with these speeds in rad/s.
  void update(double dt, double left, double right);

  double x = 0.0, y = 0.0, yaw = 0.0;
  // Velocities of base_link without random errors, which have no rate.
  double speed = 0.0, lateral_speed = 0.0, yaw_rate = 0.0;
  // Of x, y and yaw by the random errors: xx, xy, x yaw, yy, y yaw, yaw yaw; m^2, m rad, rad^2.
  std::array<double, 6> covariance{};

  // Variances of speed, lateral speed and yaw rate, for fusion with other sensors: 1 cm/s and 1 %
  // (the tyres' slip), 1 cm/s and 2 % of the speed (their slip to the side), 5 mrad/s and 2 %.
  std::array<double, 3> twist_variances() const;

 private:
  double draw();
  void spread(double forward, double turn, double middle, double left, double right);

  OdometryErrors errors_;
  double left_radius_, right_radius_, track_, ahead_;
  std::uint64_t seed_ = 0;
  std::mt19937_64 generator_;
  // Normal draws come in pairs.
  double spare_ = 0.0;
  bool has_spare_ = false;
};

}  // namespace sim::vehicle
