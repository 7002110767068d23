#include "robot_plugins/law/wheel_drive.h"

#include <algorithm>
#include <cmath>

#include "core/input_error.h"

namespace sim::robot_plugins {
namespace {

// Upstream's of diff_drive's x, y and yaw.
constexpr double PLACE = 1e-5, HEADING = 1e-3;

double towards(double now, double wanted, double most) {
  return now + std::clamp(wanted - now, -most, most);
}

}  // namespace

WheelDrive::WheelDrive(const Settings& settings)
    : separation_(settings.number("wheelSeparation")),
      radius_(settings.number("wheelDiameter") / 2.0) {
  const bool skids = settings.joints().size() > 2;
  acceleration_ = skids ? 0.0 : settings.number("wheelAcceleration");
  torque_ = settings.number(skids ? "torque" : "wheelTorque");
  by_encoder_ = !skids && settings.text("odometrySource") == "encoder";
  if (skids) {
    pose_covariance_ = twist_covariance_ =
        planar_covariance(settings.number("covariance_x"), settings.number("covariance_y"),
                          settings.number("covariance_yaw"));
  } else {
    pose_covariance_ = planar_covariance(PLACE, PLACE, HEADING);
  }
}

void WheelDrive::command(double forward, double turning) {
  if (!std::isfinite(forward) || !std::isfinite(turning))
    throw InputError("linear.x, angular.z", "must be finite; the command is ignored");
  const double half = turning * separation_ / 2.0;
  wanted_ = {forward - half, forward + half};
}

Sides WheelDrive::rates(double dt) {
  if (acceleration_ > 0.0) {
    asked_ = {towards(asked_.left, wanted_.left, acceleration_ * dt),
              towards(asked_.right, wanted_.right, acceleration_ * dt)};
  } else {
    asked_ = wanted_;
  }
  return {asked_.left / radius_, asked_.right / radius_};
}

void WheelDrive::roll(const Sides& rates, double dt) {
  encoder_.roll(rates.left * radius_ * dt, rates.right * radius_ * dt, separation_, dt);
}

void WheelDrive::reset() {
  wanted_ = asked_ = {};
  encoder_ = {};
}

}  // namespace sim::robot_plugins
