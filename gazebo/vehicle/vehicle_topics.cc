#include "vehicle/vehicle_topics.h"

#include <ros/console.h>

#include <functional>
#include <utility>

#include "laws/input_error.h"
#include "laws/vehicle/checks.h"

namespace sim::vehicle {
namespace {

// An action that warns of a command which cannot be obeyed.
Inbox::Action obeying(const std::string& topic, Inbox::Action action) {
  return [topic, action = std::move(action)](Vehicle& vehicle) {
    try {
      action(vehicle);
    } catch (const InputError& error) {
      ROS_WARN_THROTTLE(1.0, "%s: %s", topic.c_str(), error.what());
    }
  };
}

// Switches a function, if the vehicle has it.
void answer_switch(const std::string& function, bool on, const std::function<void()>& require,
                   const std::function<void()>& act, std_srvs::SetBool::Response* answer) {
  try {
    require();
    act();
    answer->success = true;
    answer->message = function + (on ? " on" : " off");
  } catch (const InputError& error) {
    answer->success = false;
    answer->message = error.what();
  }
}

}  // namespace

VehicleTopics::VehicleTopics(ros::NodeHandle& node, const std::string& model,
                             const VehicleParameters& parameters, Inbox& inbox, Inbox& switches,
                             Inputs& inputs)
    : command_topic_("/" + model + "/ackermann_cmd"),
      twist_topic_("/" + model + "/cmd_vel"),
      pedal_topic_("/" + model + "/pedal_cmd"),
      torque_topic_("/" + model + "/torque_cmd"),
      parameters_(parameters),
      inbox_(inbox),
      switches_(switches),
      inputs_(inputs) {
  // No limit to the queues: a command that was dropped would let the lockstep wait for it in vain.
  const auto at_once = ros::TransportHints().tcpNoDelay();
  commands_ = node.subscribe(command_topic_, 0, &VehicleTopics::take_ackermann, this, at_once);
  twists_ = node.subscribe(twist_topic_, 0, &VehicleTopics::take_twist, this);
  pedals_ = node.subscribe(pedal_topic_, 0, &VehicleTopics::take_pedals, this, at_once);
  torques_ = node.subscribe(torque_topic_, 0, &VehicleTopics::take_torques, this, at_once);
  anti_lock_ =
      node.advertiseService("/" + model + "/set_anti_lock", &VehicleTopics::switch_anti_lock, this);
  stability_control_ = node.advertiseService("/" + model + "/set_stability_control",
                                             &VehicleTopics::switch_stability_control, this);
}

VehicleTopics::~VehicleTopics() {
  for (ros::Subscriber* topic : {&commands_, &twists_, &pedals_, &torques_}) topic->shutdown();
  for (ros::ServiceServer* service : {&anti_lock_, &stability_control_}) service->shutdown();
}

void VehicleTopics::take(const std::string& topic, double stamp, Inbox::Action action) {
  inbox_.post(obeying(topic, std::move(action)));
  inputs_.arrived(topic, stamp);
}

void VehicleTopics::take_ackermann(const sim::AckermannDriveStamped& message) {
  const double stamp = message.header.stamp.toSec();
  take(command_topic_, stamp, [stamp, drive = message.drive](Vehicle& vehicle) {
    vehicle.command(stamp, drive.steering_angle, drive.speed, drive.acceleration);
  });
}

void VehicleTopics::take_pedals(const sim::PedalCommand& message) {
  const double stamp = message.header.stamp.toSec();
  take(pedal_topic_, stamp, [stamp, message](Vehicle& vehicle) {
    vehicle.command_pedals(stamp, message.steering_angle,
                           {message.throttle, message.brake, message.gear});
  });
}

void VehicleTopics::take_torques(const sim::TorqueCommand& message) {
  const double stamp = message.header.stamp.toSec();
  take(torque_topic_, stamp, [stamp, message](Vehicle& vehicle) {
    vehicle.command_torques(
        stamp, message.steering_angle,
        {{message.front_drive, message.rear_drive}, {message.front_brake, message.rear_brake}});
  });
}

void VehicleTopics::take_twist(const geometry_msgs::Twist& message) {
  inbox_.post(
      obeying(twist_topic_, [speed = message.linear.x, rate = message.angular.z](Vehicle& vehicle) {
        vehicle.command_twist(0.0, speed, rate);
      }));
}

bool VehicleTopics::switch_anti_lock(std_srvs::SetBool::Request& request,
                                     std_srvs::SetBool::Response& answer) {
  const bool on = request.data;
  answer_switch(
      "anti_lock", on, [this] { require_anti_lock(parameters_); },
      [this, on] { switches_.post([on](Vehicle& vehicle) { vehicle.switch_anti_lock(on); }); },
      &answer);
  return true;
}

bool VehicleTopics::switch_stability_control(std_srvs::SetBool::Request& request,
                                             std_srvs::SetBool::Response& answer) {
  const bool on = request.data;
  answer_switch(
      "stability_control", on, [this] { require_stability_control(parameters_); },
      [this, on] {
        switches_.post([on](Vehicle& vehicle) { vehicle.switch_stability_control(on); });
      },
      &answer);
  return true;
}

}  // namespace sim::vehicle
