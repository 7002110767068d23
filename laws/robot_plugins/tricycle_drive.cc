#include "laws/robot_plugins/tricycle_drive.h"

#include <algorithm>
#include <cmath>

#include "laws/input_error.h"

namespace sim::robot_plugins {

TricycleDrive::TricycleDrive(const Settings& settings)
    : acceleration_(settings.number("wheelAcceleration")),
      deceleration_(settings.number("wheelDeceleration") < 0.0
                        ? acceleration_
                        : settings.number("wheelDeceleration")),
      driven_radius_(settings.number("actuatedWheelDiameter") / 2.0),
      steering_speed_(settings.number("steeringSpeed")),
      tolerance_(settings.number("steeringAngleTolerance")) {
  separation_ = settings.number("encoderWheelSeparation");
  radius_ = settings.number("encoderWheelDiameter") / 2.0;
  torque_ = settings.number("wheelTorque");
  by_encoder_ = settings.text("odometrySource") == "encoder";
  pose_covariance_ = usual_covariance();
  motors_ = first_wheel_ = 2;
}

void TricycleDrive::command(double speed, double angle) {
  if (!std::isfinite(speed) || !std::isfinite(angle))
    throw InputError("linear.x, angular.z", "must be finite; the command is ignored");
  wanted_ = speed / driven_radius_;
  angle_ = std::clamp(angle, -M_PI / 2.0, M_PI / 2.0);
}

std::vector<double> TricycleDrive::rates(const std::vector<double>& angles, double dt) {
  // The driven wheel stands where both wheels behind it do.
  const double turned =
      std::max(std::abs(turned_.left), std::abs(turned_.right)) * radius_ / driven_radius_;
  asked_ = ramp_start(asked_, wanted_, std::copysign(turned, asked_));
  const bool slows = std::abs(wanted_) < std::abs(asked_) || wanted_ * asked_ < 0.0;
  const double limit = slows ? deceleration_ : acceleration_;
  asked_ = limit > 0.0 ? towards(asked_, wanted_, limit * dt) : wanted_;
  return {steering_rate(angles.at(0), dt), asked_};
}

double TricycleDrive::steering_rate(double angle, double dt) const {
  const double error = angle_ - angle;
  if (steering_speed_ <= 0.0) return error / dt;
  if (std::abs(error) < tolerance_) return 0.0;
  return std::clamp(error / dt, -steering_speed_, steering_speed_);
}

void TricycleDrive::reset() {
  Drive::reset();
  wanted_ = asked_ = angle_ = 0.0;
}

}  // namespace sim::robot_plugins
