// Readings of one driven model: /<model>/odom, wheel_odometry, wheel_speeds, vehicle_state,
// joint_states, tf.
#pragma once

#include <string>

#include <ignition/math/Pose3.hh>
#include <ros/node_handle.h>
#include <ros/publisher.h>

#include "laws/lockstep/schedule.h"
#include "laws/lockstep/throttle.h"
#include "laws/vehicle/vehicle.h"

namespace sim::vehicle {

// Hz of simulated time, however fast the simulation runs; `states` is that of joint_states.
struct ReadingRates {
  double states = 30.0;
  double tf = 50.0;
  double wheel_speeds = 100.0;
  double odom = 50.0;
  double vehicle_state = 50.0;
};

class VehicleReadings {
 public:
  VehicleReadings(ros::NodeHandle& node, const std::string& model, const ReadingRates& rates);
  ~VehicleReadings();

  // Publishes the readings and tf map -> odom -> base_link, which ends at the true pose, where they
  // are due after a step of `dt`.
  void publish(const Vehicle& vehicle, const ignition::math::Pose3d& world_from_model, double now,
               double dt);

 private:
  void publish_frames(const Vehicle& vehicle, const ignition::math::Pose3d& world_from_model,
                      double now);

  std::string model_;
  Throttle states_throttle_, tf_throttle_;
  Schedule speeds_schedule_, odom_schedule_, state_schedule_;
  ros::Publisher tf_, odom_, wheel_odometry_, joints_, speeds_, state_;
};

}  // namespace sim::vehicle
