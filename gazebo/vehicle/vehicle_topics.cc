#include "vehicle/vehicle_topics.h"

#include <nav_msgs/Odometry.h>
#include <ros/console.h>
#include <sensor_msgs/JointState.h>
#include <tf2_msgs/TFMessage.h>

#include <utility>

#include "core/convert.h"
#include "core/input_error.h"

namespace sim::vehicle {
namespace {

using ignition::math::Pose3d;
using ignition::math::Quaterniond;
using ignition::math::Vector3d;

Pose3d planar(const Odometry& odometry) {
  return {odometry.x, odometry.y, 0.0, 0.0, 0.0, odometry.yaw};
}

// Of the two quaternions of a rotation the one with w >= 0, as everywhere in this package.
Pose3d with_positive_w(const Pose3d& pose) {
  const Quaterniond& q = pose.Rot();
  return q.W() >= 0.0 ? pose : Pose3d(pose.Pos(), Quaterniond(-q.W(), -q.X(), -q.Y(), -q.Z()));
}

geometry_msgs::TransformStamped transform(const std::string& parent, const std::string& child,
                                          const Pose3d& pose, double now) {
  const geometry_msgs::Pose at = pose_message(with_positive_w(pose));
  geometry_msgs::TransformStamped made;
  made.header = header(now, parent);
  made.child_frame_id = child;
  made.transform.translation = vector_message<geometry_msgs::Vector3>(pose.Pos());
  made.transform.rotation = at.orientation;
  return made;
}

// The frame in which dead reckoning, as it is, ends at the true pose.
Pose3d map_from_odom(const Pose3d& truth, const Pose3d& dead_reckoning) {
  const Quaterniond turn = truth.Rot() * dead_reckoning.Rot().Inverse();
  return {truth.Pos() - turn * dead_reckoning.Pos(), turn};
}

nav_msgs::Odometry odometry_message(const Odometry& odometry, const std::string& model,
                                    double now) {
  nav_msgs::Odometry message;
  message.header = header(now, model + "/odom");
  message.child_frame_id = model + "/base_link";
  message.pose.pose = pose_message(with_positive_w(planar(odometry)));
  message.twist.twist =
      twist_message({odometry.speed, odometry.lateral_speed, 0.0}, {0.0, 0.0, odometry.yaw_rate});
  return message;
}

sensor_msgs::JointState joints_message(const Vehicle& vehicle, const std::string& model,
                                       double now) {
  sensor_msgs::JointState message;
  message.header = header(now, model + "/base_link");
  for (const char* wheel : WHEELS) message.name.push_back(std::string(wheel) + "_wheel");
  message.name.insert(message.name.end(), {"front_left_steering", "front_right_steering"});
  const auto angles = vehicle.wheel_angles(), speeds = vehicle.wheel_speeds();
  message.position.assign(angles.begin(), angles.end());
  message.position.insert(message.position.end(), vehicle.steering_angles().begin(),
                          vehicle.steering_angles().end());
  message.velocity.assign(speeds.begin(), speeds.end());
  message.velocity.insert(message.velocity.end(), {0.0, 0.0});
  return message;
}

sensor_msgs::JointState speeds_message(const Vehicle& vehicle, const std::string& model,
                                       double now) {
  sensor_msgs::JointState message;
  message.header = header(now, model + "/base_link");
  message.name.assign(WHEELS.begin(), WHEELS.end());
  const auto speeds = vehicle.wheel_speeds();
  message.velocity.assign(speeds.begin(), speeds.end());
  return message;
}

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

// Messages that may wait for a slow subscriber: far above real time a moment is long.
constexpr unsigned QUEUE = 100;

}  // namespace

VehicleTopics::VehicleTopics(ros::NodeHandle& node, const std::string& model,
                             const Throttle& throttle, double speeds_rate, Inbox& inbox,
                             Inputs& inputs)
    : model_(model),
      command_topic_("/" + model + "/ackermann_cmd"),
      twist_topic_("/" + model + "/cmd_vel"),
      throttle_(throttle),
      speeds_schedule_(speeds_rate),
      inbox_(inbox),
      inputs_(inputs) {
  tf_ = node.advertise<tf2_msgs::TFMessage>("/tf", QUEUE);
  odom_ = node.advertise<nav_msgs::Odometry>("/" + model + "/odom", QUEUE);
  joints_ = node.advertise<sensor_msgs::JointState>("/" + model + "/joint_states", QUEUE);
  speeds_ = node.advertise<sensor_msgs::JointState>("/" + model + "/wheel_speeds", QUEUE);
  // No limit to the queues: a command that was dropped would let the lockstep wait for it in vain.
  const auto at_once = ros::TransportHints().tcpNoDelay();
  commands_ = node.subscribe(command_topic_, 0, &VehicleTopics::take_ackermann, this, at_once);
  twists_ = node.subscribe(twist_topic_, 0, &VehicleTopics::take_twist, this);
}

VehicleTopics::~VehicleTopics() {
  commands_.shutdown();
  twists_.shutdown();
  for (ros::Publisher* publisher : {&tf_, &odom_, &joints_, &speeds_}) publisher->shutdown();
}

void VehicleTopics::publish(const Vehicle& vehicle, const Pose3d& world_from_model, double now,
                            double dt) {
  if (speeds_schedule_.due(now, dt) && speeds_.getNumSubscribers() > 0)
    speeds_.publish(speeds_message(vehicle, model_, now));
  if (!throttle_.due(now)) return;
  if (odom_.getNumSubscribers() > 0)
    odom_.publish(odometry_message(vehicle.odometry(), model_, now));
  if (joints_.getNumSubscribers() > 0) joints_.publish(joints_message(vehicle, model_, now));
  const Pose3d dead_reckoning = planar(vehicle.odometry());
  tf2_msgs::TFMessage frames;
  frames.transforms = {
      transform("map", model_ + "/odom", map_from_odom(world_from_model, dead_reckoning), now),
      transform(model_ + "/odom", model_ + "/base_link", dead_reckoning, now)};
  tf_.publish(frames);
}

void VehicleTopics::take_ackermann(const sim::AckermannDriveStamped& message) {
  const double stamp = message.header.stamp.toSec();
  inbox_.post(obeying(command_topic_, [stamp, drive = message.drive](Vehicle& vehicle) {
    vehicle.command(stamp, drive.steering_angle, drive.speed, drive.acceleration);
  }));
  inputs_.arrived(command_topic_, stamp);
}

void VehicleTopics::take_twist(const geometry_msgs::Twist& message) {
  inbox_.post(
      obeying(twist_topic_, [speed = message.linear.x, rate = message.angular.z](Vehicle& vehicle) {
        vehicle.command_twist(0.0, speed, rate);
      }));
}

}  // namespace sim::vehicle
