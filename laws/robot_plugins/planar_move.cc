#include "laws/robot_plugins/planar_move.h"

#include <cmath>

#include "laws/input_error.h"

namespace sim::robot_plugins {

void PlanarMove::command(const PlanarTwist& wanted, double time) {
  if (!std::isfinite(wanted.x) || !std::isfinite(wanted.y) || !std::isfinite(wanted.turning))
    throw InputError("linear.x, linear.y, angular.z", "must be finite; the command is ignored");
  wanted_ = wanted;
  told_ = time;
}

PlanarTwist PlanarMove::in_world(double yaw, double time) const {
  if (timeout_ > 0.0 && time - told_ > timeout_) return {};
  const double along = std::cos(yaw), across = std::sin(yaw);
  return {wanted_.x * along - wanted_.y * across, wanted_.x * across + wanted_.y * along,
          wanted_.turning};
}

}  // namespace sim::robot_plugins
