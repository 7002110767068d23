// Commands and readings of one driven model: /<model>/ackermann_cmd, cmd_vel, odom, wheel_speeds,
// joint_states, tf.
#pragma once

#include <string>

#include <geometry_msgs/Twist.h>
#include <ignition/math/Pose3.hh>
#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <sim/AckermannDriveStamped.h>

#include "core/inputs.h"
#include "core/schedule.h"
#include "core/throttle.h"
#include "vehicle/inbox.h"
#include "vehicle/law/vehicle.h"

namespace sim::vehicle {

class VehicleTopics {
 public:
  // Commands go to `inbox`; `inputs` is notified of stamped ones.
  // The wheels' speeds come at `speeds_rate` (Hz of simulated time), however fast the simulation
  // runs.
  VehicleTopics(ros::NodeHandle& node, const std::string& model, const Throttle& throttle,
                double speeds_rate, Inbox& inbox, Inputs& inputs);
  // Returns when no callback runs any more.
  ~VehicleTopics();

  // Publishes the readings and tf map -> odom -> base_link, which ends at the true pose, where they
  // are due after a step of `dt`.
  void publish(const Vehicle& vehicle, const ignition::math::Pose3d& world_from_model, double now,
               double dt);

 private:
  void take_ackermann(const sim::AckermannDriveStamped& message);
  void take_twist(const geometry_msgs::Twist& message);

  std::string model_, command_topic_, twist_topic_;
  Throttle throttle_;
  Schedule speeds_schedule_;
  Inbox& inbox_;
  Inputs& inputs_;
  ros::Publisher tf_, odom_, joints_, speeds_;
  ros::Subscriber commands_, twists_;
};

}  // namespace sim::vehicle
