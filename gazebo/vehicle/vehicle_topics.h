// Commands of one driven model, /<model>/ackermann_cmd, cmd_vel, pedal_cmd and torque_cmd, and the
// services that switch its functions, set_anti_lock and set_stability_control.
#pragma once

#include <string>

#include <geometry_msgs/Twist.h>
#include <ros/node_handle.h>
#include <ros/service_server.h>
#include <ros/subscriber.h>
#include <sim/AckermannDriveStamped.h>
#include <sim/PedalCommand.h>
#include <sim/TorqueCommand.h>
#include <std_srvs/SetBool.h>

#include "laws/lockstep/inputs.h"
#include "vehicle/inbox.h"
#include "laws/vehicle/vehicle.h"

namespace sim::vehicle {

class VehicleTopics {
 public:
  // Commands go to `inbox`, switches to `switches`; `inputs` is notified of stamped commands.
  VehicleTopics(ros::NodeHandle& node, const std::string& model,
                const VehicleParameters& parameters, Inbox& inbox, Inbox& switches, Inputs& inputs);
  // Returns when no callback runs any more.
  ~VehicleTopics();

 private:
  void take_ackermann(const sim::AckermannDriveStamped& message);
  void take_twist(const geometry_msgs::Twist& message);
  void take_pedals(const sim::PedalCommand& message);
  void take_torques(const sim::TorqueCommand& message);
  bool switch_anti_lock(std_srvs::SetBool::Request& request, std_srvs::SetBool::Response& answer);
  bool switch_stability_control(std_srvs::SetBool::Request& request,
                                std_srvs::SetBool::Response& answer);

  // Queue a command of a topic for the next step, and report its stamp.
  void take(const std::string& topic, double stamp, Inbox::Action action);

  std::string command_topic_, twist_topic_, pedal_topic_, torque_topic_;
  VehicleParameters parameters_;
  Inbox& inbox_;
  Inbox& switches_;
  Inputs& inputs_;
  ros::Subscriber commands_, twists_, pedals_, torques_;
  ros::ServiceServer anti_lock_, stability_control_;
};

}  // namespace sim::vehicle
