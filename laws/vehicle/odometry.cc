#include "laws/vehicle/odometry.h"

#include <cmath>

#include "laws/vehicle/steering.h"

namespace sim::vehicle {

void Odometry::reset() {
  x = y = yaw = 0.0;
  speed = lateral_speed = yaw_rate = 0.0;
}

void Odometry::update(double dt, double rear_speed, double steering_angle) {
  const double rate = vehicle::yaw_rate(rear_speed, steering_angle, wheelbase_);
  speed = rear_speed;
  yaw_rate = rate;
  lateral_speed = -rear_axle_x_ * rate;
  // The velocity at mid-step turns an arc into its chord to third order in the step.
  const double middle = yaw + 0.5 * rate * dt;
  const double cos = std::cos(middle), sin = std::sin(middle);
  x += (speed * cos - lateral_speed * sin) * dt;
  y += (speed * sin + lateral_speed * cos) * dt;
  yaw = std::remainder(yaw + rate * dt, 2.0 * M_PI);
}

}  // namespace sim::vehicle
