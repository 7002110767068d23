#include "robot_plugins/wheel_drive_part.h"

#include <cmath>

#include <gazebo/physics/Link.hh>
#include <ros/console.h>
#include <ros/node_handle.h>
#include <tf2_msgs/TFMessage.h>

#include "core/convert.h"
#include "core/input_error.h"
#include "robot_plugins/publishing.h"

namespace sim::robot_plugins {
namespace {

using ignition::math::Pose3d;
using ignition::math::Vector3d;

template <class To>
void fill(const Covariance& from, To* to) {
  std::copy(from.begin(), from.end(), to->begin());
}

}  // namespace

WheelDrivePart::WheelDrivePart(const gazebo::physics::ModelPtr& model, const Settings& settings)
    : model_(model),
      settings_(settings),
      law_(settings),
      rate_(update_rate(settings, model)),
      update_(rate_),
      publish_(rate_) {
  for (const std::string& name : settings.joints()) wheels_.push_back(model->GetJoint(name));
  const bool two = wheels_.size() == 2;
  publishes_odometry_ = !two || settings.flag("publishTf");
  publishes_frame_ = publishes_odometry_ && settings.flag(two ? "publishOdomTF" : "broadcastTF");
  publishes_wheels_ = two && settings.flag("publishWheelTF");
  publishes_joints_ = two && settings.flag("publishWheelJointState");
  command_topic_ = settings.topic("commandTopic");
}

WheelDrivePart::~WheelDrivePart() {
  subscriber_.shutdown();
  for (ros::Publisher* publisher : {&odometry_, &joints_, &tf_}) publisher->shutdown();
}

void WheelDrivePart::advertise(Simulator& simulator) {
  ros::NodeHandle& node = simulator.node();
  prefix_ = frame_prefix(settings_);
  odometry_frame_ = frame_below(prefix_, settings_.text("odometryFrame"));
  base_frame_ = frame_below(prefix_, settings_.text("robotBaseFrame"));
  tf_ = node.advertise<tf2_msgs::TFMessage>("/tf", QUEUE);
  if (publishes_odometry_)
    odometry_ = node.advertise<nav_msgs::Odometry>(settings_.topic("odometryTopic"), QUEUE);
  if (publishes_joints_)
    joints_ = node.advertise<sensor_msgs::JointState>(settings_.topic_named("joint_states"), QUEUE);
  subscriber_ = node.subscribe(command_topic_, 1, &WheelDrivePart::take, this,
                               ros::TransportHints().tcpNoDelay());
}

void WheelDrivePart::take(const geometry_msgs::Twist& message) { commands_.post(message); }

void WheelDrivePart::before_step(double time, double dt) {
  if (reset_due_.exchange(false)) {
    commands_.take();
    law_.reset();
    rolled_ = time;
    rates_ = {};
  }
  for (const geometry_msgs::Twist& command : commands_.take()) {
    try {
      law_.command(command.linear.x, command.angular.z);
    } catch (const InputError& error) {
      if (refused_.due()) ROS_ERROR("%s: %s", command_topic_.c_str(), error.what());
    }
  }
  if (update_.due(time, dt)) rates_ = law_.rates(1.0 / rate_);
  for (std::size_t wheel = 0; wheel < wheels_.size(); ++wheel) {
    // With each step, since a reset of the world takes motors their torque.
    wheels_[wheel]->SetParam("fmax", 0, law_.torque());
    wheels_[wheel]->SetParam("vel", 0, wheel % 2 == 0 ? rates_.left : rates_.right);
    // ODE lets bodies at rest sleep.
    if (rates_.left != 0.0 || rates_.right != 0.0) wheels_[wheel]->GetChild()->SetEnabled(true);
  }
}

Sides WheelDrivePart::turned() const {
  Sides sum;
  for (std::size_t wheel = 0; wheel < wheels_.size(); wheel += 2) {
    sum.left += wheels_[wheel]->GetVelocity(0);
    sum.right += wheels_[wheel + 1]->GetVelocity(0);
  }
  const double pairs = static_cast<double>(wheels_.size()) / 2.0;
  return {sum.left / pairs, sum.right / pairs};
}

void WheelDrivePart::after_step(double time, double dt) {
  // States of the same time come several times, after a pause and a reset.
  if (time > rolled_) law_.roll(turned(), dt);
  rolled_ = time;
  if (publish_.due(time, dt)) publish(time);
}

Pose3d WheelDrivePart::read(nav_msgs::Odometry* message) const {
  fill(law_.pose_covariance(), &message->pose.covariance);
  fill(law_.twist_covariance(), &message->twist.covariance);
  Pose3d pose;
  Vector3d linear, angular;
  if (law_.by_encoder()) {
    const PlanarOdometry& sensed = law_.encoder();
    pose.Set(sensed.x, sensed.y, 0.0, 0.0, 0.0, sensed.yaw);
    linear.Set(sensed.forward, sensed.lateral, 0.0);
    angular.Set(0.0, 0.0, sensed.turning);
  } else {
    pose = model_->WorldPose();
    const ignition::math::Quaterniond heading(0.0, 0.0, pose.Rot().Yaw());
    linear = heading.RotateVectorReverse(model_->WorldLinearVel());
    linear.Z(0.0);
    angular.Set(0.0, 0.0, model_->WorldAngularVel().Z());
  }
  message->pose.pose = pose_message(pose);
  message->twist.twist = twist_message(linear, angular);
  return pose;
}

void WheelDrivePart::publish(double now) {
  tf2_msgs::TFMessage frames;
  const bool wanted = publishes_odometry_ && odometry_.getNumSubscribers() > 0;
  if (wanted || publishes_frame_) {
    nav_msgs::Odometry message;
    message.header = header(now, odometry_frame_);
    message.child_frame_id = base_frame_;
    const Pose3d pose = read(&message);
    if (wanted) odometry_.publish(message);
    if (publishes_frame_)
      frames.transforms.push_back(transform(odometry_frame_, base_frame_, pose, now));
  }
  if (publishes_wheels_) add_wheels(&frames.transforms, now);
  if (!frames.transforms.empty() && tf_) tf_.publish(frames);
  // Upstream's order.
  if (publishes_joints_ && joints_.getNumSubscribers() > 0)
    joints_.publish(joint_states({wheels_[1], wheels_[0]}, false, now));
}

void WheelDrivePart::add_wheels(std::vector<geometry_msgs::TransformStamped>* frames,
                                double now) const {
  for (const auto& wheel : wheels_) {
    const auto parent = wheel->GetParent(), child = wheel->GetChild();
    if (!parent || !child) continue;
    frames->push_back(transform(frame_below(prefix_, parent->GetName()),
                                frame_below(prefix_, child->GetName()),
                                child->WorldPose() - parent->WorldPose(), now));
  }
}

std::shared_ptr<Part> make_wheel_drive(const gazebo::physics::ModelPtr& model,
                                       const Settings& settings) {
  return std::make_shared<WheelDrivePart>(model, settings);
}

}  // namespace sim::robot_plugins
