// Ackermann steering geometry and the bicycle model that stands for it.
//
// The steering angle is that of the bicycle's front wheel, positive to the left; the turning centre
// lies on the rear axle's line.
#pragma once

#include <utility>

namespace sim::vehicle {

// Return the angles of the (left, right) front wheels by the Ackermann condition: their axes meet
// at the bicycle's turning centre. |steering_angle| < pi/2.
std::pair<double, double> ackermann_angles(double steering_angle, double wheelbase, double track);

// The angle that gives a yaw rate at a speed, atan(L omega / v); a standing car cannot turn, so its
// wheels go straight.
double steering_for_twist(double speed, double yaw_rate, double wheelbase);

// Yaw rate of the bicycle model, v tan(delta) / L, with v the rear axle's speed.
double yaw_rate(double speed, double steering_angle, double wheelbase);

}  // namespace sim::vehicle
