// libgazebo_ros_planar_move.so of gazebo_plugins: the model moves over the plane at commanded
// velocities; odometry is its true pose.
#include <algorithm>
#include <atomic>

#include <gazebo/physics/Link.hh>
#include <geometry_msgs/Twist.h>
#include <nav_msgs/Odometry.h>
#include <ros/console.h>
#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <tf2_msgs/TFMessage.h>

#include "core/convert.h"
#include "laws/input_error.h"
#include "core/log_throttle.h"
#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "laws/robot_plugins/planar_move.h"
#include "robot_plugins/publishing.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

using ignition::math::Pose3d;
using ignition::math::Vector3d;

class PlanarMovePart : public Part {
 public:
  PlanarMovePart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : model_(model),
        settings_(settings),
        law_(settings),
        schedule_(update_rate(settings, model, "odometryRate")),
        topic_(settings.topic("commandTopic")) {}
  // Returns when no callback runs any more.
  ~PlanarMovePart() override {
    subscriber_.shutdown();
    for (ros::Publisher* publisher : {&odometry_, &tf_}) publisher->shutdown();
  }

  void advertise(Simulator& simulator) override {
    ros::NodeHandle& node = simulator.node();
    const std::string prefix = frame_prefix(settings_);
    odometry_frame_ = frame_below(prefix, settings_.text("odometryFrame"));
    base_frame_ = frame_below(prefix, settings_.text("robotBaseFrame"));
    tf_ = node.advertise<tf2_msgs::TFMessage>("/tf", QUEUE);
    odometry_ = node.advertise<nav_msgs::Odometry>(settings_.topic("odometryTopic"), QUEUE);
    subscriber_ =
        node.subscribe(topic_, 1, &PlanarMovePart::take, this, ros::TransportHints().tcpNoDelay());
  }

  void before_step(double time, double /*dt*/) override {
    if (reset_due_.exchange(false)) {
      commands_.take();
      law_.reset();
    }
    for (const geometry_msgs::Twist& command : commands_.take()) {
      try {
        law_.command({command.linear.x, command.linear.y, command.angular.z}, time);
      } catch (const InputError& error) {
        if (refused_.due()) ROS_ERROR("%s: %s", topic_.c_str(), error.what());
      }
    }
    const PlanarTwist wanted = law_.in_world(model_->WorldPose().Rot().Yaw(), time);
    // As one rigid body: Gazebo's Model::SetAngularVel turns each link about its own origin, and
    // the joints then distort the motion of a model with several links.
    const Vector3d linear(wanted.x, wanted.y, 0.0), angular(0.0, 0.0, wanted.turning);
    const Vector3d origin = model_->WorldPose().Pos();
    for (const auto& link : model_->GetLinks()) {
      link->SetEnabled(true);
      link->SetLinearVel(linear + angular.Cross(link->WorldCoGPose().Pos() - origin));
      link->SetAngularVel(angular);
    }
  }

  void after_step(double time, double dt) override {
    if (!schedule_.due(time, dt)) return;
    const Pose3d pose = model_->WorldPose();
    tf2_msgs::TFMessage frames;
    frames.transforms.push_back(transform(odometry_frame_, base_frame_, pose, time));
    tf_.publish(frames);
    if (odometry_.getNumSubscribers() == 0) return;
    const ignition::math::Quaterniond heading(0.0, 0.0, pose.Rot().Yaw());
    Vector3d linear = heading.RotateVectorReverse(model_->WorldLinearVel());
    linear.Z(0.0);
    nav_msgs::Odometry message;
    message.header = header(time, odometry_frame_);
    message.child_frame_id = base_frame_;
    message.pose.pose = pose_message(pose);
    message.twist.twist = twist_message(linear, {0.0, 0.0, model_->WorldAngularVel().Z()});
    const Covariance covariance = PlanarMove::pose_covariance();
    std::copy(covariance.begin(), covariance.end(), message.pose.covariance.begin());
    odometry_.publish(message);
  }

  void reset() override { reset_due_ = true; }

 private:
  void take(const geometry_msgs::Twist& message) { commands_.post(message); }

  gazebo::physics::ModelPtr model_;
  Settings settings_;
  PlanarMove law_;
  Schedule schedule_;
  std::string topic_, odometry_frame_, base_frame_;
  Mailbox<geometry_msgs::Twist> commands_;
  LogThrottle refused_{5.0};
  std::atomic<bool> reset_due_{false};
  ros::Publisher odometry_, tf_;
  ros::Subscriber subscriber_;
};

const RobotPluginRegistration registered_planar_move("libgazebo_ros_planar_move.so",
                                                     make_part<PlanarMovePart>);

}  // namespace sim::robot_plugins
