// Odometry as a car has it from the sensors of its two rear wheels, with their errors, and how
// uncertain it is.
//
// Systematic errors are those of [Borenstein]: wheels of another radius than is believed, of two
// radii, and another track. What a wheel has rolled is wrong at random too, by a variance in
// proportion to the way, independently left and right [Chong], so that nothing depends on the step;
// the pose's covariance follows by linear propagation [Siegwart, 5.2.4]. The pose is that of
// base_link in an odom frame that starts where the vehicle did.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

class WheelOdometry {
 public:
  explicit WheelOdometry(const VehicleParameters& parameters);

  // Draw from `seed` from here on, and again from it after each reset.
  void seed(std::uint64_t seed);

  // Start again at the origin.
  void reset();

  // Move by what the rear wheels' sensors say of a step in which they turned at so many rad/s.
  void update(double dt, double left, double right);

  double x = 0.0, y = 0.0, yaw = 0.0;
  // Of base_link, without what is wrong at random: that has no rate.
  double speed = 0.0, lateral_speed = 0.0, yaw_rate = 0.0;
  // Of x, y and yaw by the random errors: xx, xy, x yaw, yy, y yaw, yaw yaw; m^2, m rad, rad^2.
  std::array<double, 6> covariance{};

  // Of speed, lateral speed and yaw rate, for whoever weighs them against other sensors: 1 cm/s and
  // 1 % (the tyres' slip), 1 cm/s and 2 % of the speed (their slip to the side), 5 mrad/s and 2 %.
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
