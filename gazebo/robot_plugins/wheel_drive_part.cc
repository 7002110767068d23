#include "robot_plugins/wheel_drive_part.h"

#include <algorithm>
#include <cmath>

#include <gazebo/physics/Link.hh>
#include <ros/console.h>
#include <ros/node_handle.h>
#include <tf2_msgs/TFMessage.h>

#include "core/convert.h"
#include "laws/input_error.h"
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
      law_(make_drive(settings)),
      rate_(update_rate(settings, model)),
      update_(rate_),
      publish_(rate_) {
  for (const std::string& name : settings.joints()) joints_.push_back(model->GetJoint(name));
  motors_.assign(joints_.begin(), joints_.begin() + static_cast<long>(law_->motors()));
  wheels_.assign(joints_.begin() + static_cast<long>(law_->first_wheel()), joints_.end());
  rates_.assign(motors_.size(), 0.0);
  const std::string kind = settings.kind().filename;
  const bool two = kind == "libgazebo_ros_diff_drive.so",
             skids = kind == "libgazebo_ros_skid_steer_drive.so";
  publishes_odometry_ = !two || settings.flag("publishTf");
  publishes_frame_ = two     ? publishes_odometry_ && settings.flag("publishOdomTF")
                     : skids ? settings.flag("broadcastTF")
                             : true;
  publishes_wheels_ = !skids && settings.flag("publishWheelTF");
  publishes_joints_ = !skids && settings.flag("publishWheelJointState");
  command_topic_ = settings.topic("commandTopic");
}

WheelDrivePart::~WheelDrivePart() {
  subscriber_.shutdown();
  for (ros::Publisher* publisher : {&odometry_, &joint_states_, &tf_}) publisher->shutdown();
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
    joint_states_ =
        node.advertise<sensor_msgs::JointState>(settings_.topic_named("joint_states"), QUEUE);
  subscriber_ = node.subscribe(command_topic_, 1, &WheelDrivePart::take, this,
                               ros::TransportHints().tcpNoDelay());
}

void WheelDrivePart::take(const geometry_msgs::Twist& message) { commands_.post(message); }

void WheelDrivePart::before_step(double time, double dt) {
  if (reset_due_.exchange(false)) {
    commands_.take();
    law_->reset();
    rolled_ = time;
    rates_.assign(motors_.size(), 0.0);
  }
  for (const geometry_msgs::Twist& command : commands_.take()) {
    try {
      law_->command(command.linear.x, command.angular.z);
    } catch (const InputError& error) {
      if (refused_.due()) ROS_ERROR("%s: %s", command_topic_.c_str(), error.what());
    }
  }
  if (update_.due(time, dt)) {
    std::vector<double> angles;
    for (const auto& motor : motors_) angles.push_back(motor->Position(0));
    rates_ = law_->rates(angles, 1.0 / rate_);
  }
  const bool moves =
      std::any_of(rates_.begin(), rates_.end(), [](double rate) { return rate != 0.0; });
  for (std::size_t motor = 0; motor < motors_.size(); ++motor) {
    // With each step, since a reset of the world takes motors their torque.
    motors_[motor]->SetParam("fmax", 0, law_->torque());
    motors_[motor]->SetParam("vel", 0, rates_[motor]);
    // ODE lets bodies at rest sleep.
    if (moves) motors_[motor]->GetChild()->SetEnabled(true);
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
  if (time > rolled_) law_->roll(turned(), dt);
  rolled_ = time;
  if (publish_.due(time, dt)) publish(time);
}

Pose3d WheelDrivePart::read(nav_msgs::Odometry* message) const {
  fill(law_->pose_covariance(), &message->pose.covariance);
  fill(law_->twist_covariance(), &message->twist.covariance);
  Pose3d pose;
  Vector3d linear, angular;
  if (law_->by_encoder()) {
    const PlanarOdometry& sensed = law_->encoder();
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
  if (!publishes_joints_ || joint_states_.getNumSubscribers() == 0) return;
  // Upstream's order.
  const bool two = joints_.size() == 2;
  joint_states_.publish(two ? joint_states({joints_[1], joints_[0]}, false, now)
                            : joint_states(joints_, true, now));
}

void WheelDrivePart::add_wheels(std::vector<geometry_msgs::TransformStamped>* frames,
                                double now) const {
  for (const auto& wheel : joints_) {
    const auto parent = wheel->GetParent(), child = wheel->GetChild();
    if (!parent || !child) continue;
    frames->push_back(transform(frame_below(prefix_, parent->GetName()),
                                frame_below(prefix_, child->GetName()),
                                child->WorldPose() - parent->WorldPose(), now));
  }
}

const RobotPluginRegistration registered_diff_drive("libgazebo_ros_diff_drive.so",
                                                    make_part<WheelDrivePart>);
const RobotPluginRegistration registered_skid_steer_drive("libgazebo_ros_skid_steer_drive.so",
                                                          make_part<WheelDrivePart>);
const RobotPluginRegistration registered_tricycle_drive("libgazebo_ros_tricycle_drive.so",
                                                        make_part<WheelDrivePart>);

}  // namespace sim::robot_plugins
