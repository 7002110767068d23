#include "laws/vehicle/steering.h"

#include <cmath>

namespace sim::vehicle {

std::pair<double, double> ackermann_angles(double steering_angle, double wheelbase, double track) {
  if (steering_angle == 0.0) return {0.0, 0.0};
  const double rise = wheelbase * std::tan(steering_angle);
  const double half = 0.5 * track * rise / wheelbase;
  return {std::atan2(rise, wheelbase - half), std::atan2(rise, wheelbase + half)};
}

double steering_for_twist(double speed, double yaw_rate, double wheelbase) {
  if (std::abs(speed) < 1e-3) return 0.0;
  return std::atan(wheelbase * yaw_rate / speed);
}

double yaw_rate(double speed, double steering_angle, double wheelbase) {
  return speed * std::tan(steering_angle) / wheelbase;
}

}  // namespace sim::vehicle
