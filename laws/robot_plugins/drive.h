// A robot that motors in its wheels drive, as a simulator sees it: commands in, rates of the motors
// out, and odometry by what wheels have turned.
//
// SI units; angular rates of wheels in rad/s, positive where they roll forward.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "laws/robot_plugins/planar_odometry.h"
#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

// Of the wheels on the left and on the right.
struct Sides {
  double left = 0.0, right = 0.0;
};

class Drive {
 public:
  virtual ~Drive() = default;

  // Set the commanded motion of the base; InputError for values that are not finite.
  virtual void command(double forward, double turning) = 0;
  // The rates that the motors are to have for the next `dt` s; their joints stand at `angles`, rad.
  virtual std::vector<double> rates(const std::vector<double>& angles, double dt) = 0;
  // Stands at the origin, without a command.
  virtual void reset() {
    encoder_ = {};
    turned_ = {};
  }

  // Notes that wheels have turned at these rates for `dt` s.
  void roll(const Sides& rates, double dt) {
    turned_ = rates;
    encoder_.roll(rates.left * radius_ * dt, rates.right * radius_ * dt, separation_, dt);
  }
  const PlanarOdometry& encoder() const { return encoder_; }
  bool by_encoder() const { return by_encoder_; }
  // N m that each motor has.
  double torque() const { return torque_; }
  const Covariance& pose_covariance() const { return pose_covariance_; }
  const Covariance& twist_covariance() const { return twist_covariance_; }
  // Of the joints of its settings the first so many have motors, and from one on they are wheels
  // that odometry reads, left and right in turn.
  std::size_t motors() const { return motors_; }
  std::size_t first_wheel() const { return first_wheel_; }

 protected:
  // Of the wheels that odometry reads.
  double separation_ = 1.0, radius_ = 1.0;
  double torque_ = 0.0;
  bool by_encoder_ = false;
  Covariance pose_covariance_{}, twist_covariance_{};
  std::size_t motors_ = 0, first_wheel_ = 0;
  // Rates at which the wheels have turned last.
  Sides turned_;

 private:
  PlanarOdometry encoder_;
};

// A number that goes from `present` to `wanted` by at most `most`.
double towards(double present, double wanted, double most);

// Return the speed at which a ramp from `asked` to `wanted` begins, for wheels that turn at
// `turned`: blocked wheels brake and reverse from their own speed, not from one they do not have.
double ramp_start(double asked, double wanted, double turned);

// Return upstream's covariance of a pose from the odometry of two wheels.
Covariance usual_covariance();

// The drive that settings of such a kind describe.
std::unique_ptr<Drive> make_drive(const Settings& settings);

}  // namespace sim::robot_plugins
