#include "laws/vehicle/stability_control.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

// m/s from which it watches.
constexpr double SLOWEST = 5.0;
// The share of the grip that a bend may need.
constexpr double IN_BENDS = 0.9;

// Return the excess of a value over a dead band around 0.
double beyond(double value, double band) {
  return std::copysign(std::max(std::abs(value) - band, 0.0), value);
}

}  // namespace

void StabilityController::reset() {
  reference_ = 0.0;
  brakes_ = {};
  active_ = false;
}

double StabilityController::wanted(const PlanarMotion& motion) const {
  const double understeer = parameters_.stability_control.understeer_gradient;
  const double v = motion.speed, most = IN_BENDS * motion.grip / v;
  const double steered =
      v * std::tan(motion.steering_angle) / (parameters_.wheelbase() + understeer * v * v);
  return std::min(std::max(steered, -most), most);
}

const std::array<double, 4>& StabilityController::update(double dt, const PlanarMotion& motion) {
  const StabilityControl& control = parameters_.stability_control;
  brakes_ = {};
  active_ = false;
  if (motion.speed < SLOWEST || (control.yaw_gain == 0.0 && control.slip_gain == 0.0)) {
    reference_ = motion.yaw_rate;
    return brakes_;
  }
  const double lag = control.time_constant;
  const double share = lag > 0.0 ? 1.0 - std::exp(-dt / lag) : 1.0;
  reference_ += share * (wanted(motion) - reference_);
  const double turning = beyond(motion.yaw_rate - reference_, control.yaw_threshold);
  const double sliding =
      beyond(std::atan2(motion.lateral_speed, motion.speed), control.slip_threshold);
  const double moment = -control.yaw_gain * turning + control.slip_gain * sliding;
  if (moment == 0.0) return brakes_;
  active_ = true;
  // A car that turns too much is braked in front, outside of the bend; one that turns too little
  // behind, inside of it. Wheels on the left turn it to the left.
  const bool too_much = moment * motion.yaw_rate < 0.0;
  const std::size_t wheel = (too_much ? 0 : 2) + (moment > 0.0 ? 0 : 1);
  const double axle =
      too_much ? parameters_.brake.front_share : 1.0 - parameters_.brake.front_share;
  const double most = 0.5 * axle * parameters_.brake.max_torque;
  brakes_[wheel] =
      std::min(std::abs(moment) * parameters_.wheel.radius / (0.5 * parameters_.track), most);
  return brakes_;
}

}  // namespace sim::vehicle
