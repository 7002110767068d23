// Dead reckoning from rear wheel speeds and the steering angle, as in a real car's odometry,
// without the true pose.
//
// The pose is that of base_link in an odom frame at the start pose of the vehicle.
#pragma once

namespace sim::vehicle {

// Pose (x, y, yaw) and twist (speed, lateral_speed, yaw_rate) of base_link by the bicycle model.
class Odometry {
 public:
  Odometry(double wheelbase, double rear_axle_x)
      : wheelbase_(wheelbase), rear_axle_x_(rear_axle_x) {}

  // Start again at the origin.
  void reset();

  // Move along the arc of the rear axle centre with the speed `rear_speed`.
  void update(double dt, double rear_speed, double steering_angle);

  double x = 0.0, y = 0.0, yaw = 0.0;
  double speed = 0.0, lateral_speed = 0.0, yaw_rate = 0.0;

 private:
  double wheelbase_, rear_axle_x_;
};

}  // namespace sim::vehicle
