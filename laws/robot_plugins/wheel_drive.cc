#include "laws/robot_plugins/wheel_drive.h"

#include <cmath>

#include "laws/input_error.h"

namespace sim::robot_plugins {

WheelDrive::WheelDrive(const Settings& settings) {
  separation_ = settings.number("wheelSeparation");
  radius_ = settings.number("wheelDiameter") / 2.0;
  motors_ = settings.joints().size();
  const bool skids = motors_ > 2;
  acceleration_ = skids ? 0.0 : settings.number("wheelAcceleration");
  torque_ = settings.number(skids ? "torque" : "wheelTorque");
  by_encoder_ = !skids && settings.text("odometrySource") == "encoder";
  if (skids) {
    pose_covariance_ = twist_covariance_ =
        planar_covariance(settings.number("covariance_x"), settings.number("covariance_y"),
                          settings.number("covariance_yaw"));
  } else {
    pose_covariance_ = usual_covariance();
  }
}

void WheelDrive::command(double forward, double turning) {
  if (!std::isfinite(forward) || !std::isfinite(turning))
    throw InputError("linear.x, angular.z", "must be finite; the command is ignored");
  const double half = turning * separation_ / 2.0;
  wanted_ = {forward - half, forward + half};
}

std::vector<double> WheelDrive::rates(const std::vector<double>& /*angles*/, double dt) {
  if (acceleration_ > 0.0) {
    const Sides from{ramp_start(asked_.left, wanted_.left, turned_.left * radius_),
                     ramp_start(asked_.right, wanted_.right, turned_.right * radius_)};
    asked_ = {towards(from.left, wanted_.left, acceleration_ * dt),
              towards(from.right, wanted_.right, acceleration_ * dt)};
  } else {
    asked_ = wanted_;
  }
  std::vector<double> found;
  while (found.size() < motors_) {
    found.push_back(asked_.left / radius_);
    found.push_back(asked_.right / radius_);
  }
  return found;
}

void WheelDrive::reset() {
  Drive::reset();
  wanted_ = asked_ = {};
}

}  // namespace sim::robot_plugins
