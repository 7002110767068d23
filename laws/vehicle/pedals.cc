#include "laws/vehicle/pedals.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {

void PedalControl::reset() { held_ = left_ = 0.0; }

Torques PedalControl::update(double dt, const Pedals& pedals, const Powertrain& powertrain,
                             double speed, double resistance) {
  const double drive =
      pedals.throttle * powertrain.most() + (1.0 - pedals.throttle) * powertrain.overrun();
  const double brake = pedals.brake * parameters_.brake.max_torque;
  if (std::abs(speed) > parameters_.wheel.standstill_speed) {
    reset();
  } else if (brake > 0.0 && brake >= held_) {
    held_ = brake;
    left_ = parameters_.brake.hill_hold;
  } else {
    const double needed = resistance * parameters_.wheel.radius;
    const bool carries = pedals.throttle > 0.0 && drive * needed >= needed * needed;
    left_ = carries ? 0.0 : left_ - dt;
    if (left_ <= 0.0) reset();
  }
  return {drive, std::max(brake, held_)};
}

}  // namespace sim::vehicle
