#include "laws/vehicle/speed_control.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

// Largest lead of the set-point over the measured speed, m/s.
constexpr double LEAD = 1.0;

}  // namespace

void SpeedController::reset() {
  reference_.reset();
  integral_ = 0.0;
}

Torques SpeedController::update(double dt, double target, double acceleration, double speed,
                                double resistance, double most) {
  const Wheel& wheel = parameters_.wheel;
  if (std::abs(target) < wheel.standstill_speed) {
    target = 0.0;
    if (std::abs(speed) < wheel.standstill_speed) return hold();
  }
  const SpeedControl& control = parameters_.speed_control;
  const double limit = control.max_speed;
  const double ramped =
      ramp(dt, std::min(std::max(target, -limit), limit), std::abs(acceleration), speed);
  const double direction =
      std::copysign(1.0, std::abs(speed) > wheel.standstill_speed ? speed : target);
  const double error = *reference_ - speed;
  double wanted =
      parameters_.driven_mass() * (ramped + control.proportional_gain * error + integral_);
  wanted =
      direction * (wanted + resistance) + parameters_.mass * GRAVITY * wheel.rolling_resistance;
  const Torques given = torques(wanted, most);
  const bool saturated = std::abs(wanted * wheel.radius - (given.drive - given.brake)) > 1e-6;
  if (!saturated || error * direction * wanted < 0.0)
    integral_ += control.integral_gain * error * dt;
  return {direction * given.drive, given.brake};
}

Torques SpeedController::hold() {
  reference_ = 0.0;
  integral_ = 0.0;
  return {0.0, parameters_.brake.max_torque};
}

double SpeedController::ramp(double dt, double target, double acceleration, double speed) {
  double reference = reference_.value_or(speed);
  if (acceleration == 0.0) {
    const SpeedControl& control = parameters_.speed_control;
    const bool away_from_zero = (target - reference) * reference >= 0.0;
    acceleration = away_from_zero ? control.max_acceleration : control.max_deceleration;
  }
  const double difference = target - reference;
  const double step = acceleration * dt;
  reference += std::min(std::max(difference, -step), step);
  // The set-point waits for a vehicle that cannot follow, so that it is still braked or driven hard
  // when it could.
  reference_ = std::min(std::max(reference, speed - LEAD), speed + LEAD);
  // A stop ends in the hold, so it is braked in full to the last; any other target would be
  // overshot.
  if (target == 0.0) return -std::copysign(acceleration, speed);
  return std::abs(difference) > step ? std::copysign(acceleration, difference) : 0.0;
}

Torques SpeedController::torques(double force, double most) const {
  const double torque = force * parameters_.wheel.radius;
  if (torque >= 0.0) return {std::min(torque, most), 0.0};
  return {0.0, std::min(-torque, parameters_.brake.max_torque)};
}

}  // namespace sim::vehicle
