// Drives the wheels of a model by ODE's motors: commands in; odometry, tf and joint states out. The
// part of libgazebo_ros_diff_drive.so, ..._skid_steer_drive.so and ..._tricycle_drive.so.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Model.hh>
#include <geometry_msgs/TransformStamped.h>
#include <geometry_msgs/Twist.h>
#include <nav_msgs/Odometry.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>

#include "core/log_throttle.h"
#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "laws/robot_plugins/drive.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class WheelDrivePart : public Part {
 public:
  WheelDrivePart(const gazebo::physics::ModelPtr& model, const Settings& settings);
  // Returns when no callback runs any more.
  ~WheelDrivePart() override;

  void advertise(Simulator& simulator) override;
  void before_step(double time, double dt) override;
  void after_step(double time, double dt) override;
  void reset() override { reset_due_ = true; }

 private:
  void take(const geometry_msgs::Twist& message);
  Sides turned() const;
  // Fills in all but the header; gives the pose in the odometry's frame.
  ignition::math::Pose3d read(nav_msgs::Odometry* message) const;
  void publish(double now);
  void add_wheels(std::vector<geometry_msgs::TransformStamped>* frames, double now) const;

  gazebo::physics::ModelPtr model_;
  Settings settings_;
  std::unique_ptr<Drive> law_;
  // Joints in the order of the tags; joints with motors; joints that odometry reads, alternating
  // left and right.
  std::vector<gazebo::physics::JointPtr> joints_, motors_, wheels_;
  double rate_;
  Schedule update_, publish_;
  std::vector<double> rates_;
  double rolled_ = -1.0;
  bool publishes_odometry_, publishes_frame_, publishes_wheels_, publishes_joints_;
  std::string prefix_, odometry_frame_, base_frame_, command_topic_;
  Mailbox<geometry_msgs::Twist> commands_;
  LogThrottle refused_{5.0};
  std::atomic<bool> reset_due_{false};
  ros::Publisher odometry_, joint_states_, tf_;
  ros::Subscriber subscriber_;
};

}  // namespace sim::robot_plugins
