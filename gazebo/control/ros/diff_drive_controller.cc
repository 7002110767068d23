// diff_drive_controller/DiffDriveController: cmd_vel in; odom and tf out; wheels by velocity.
#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <utility>

#include <geometry_msgs/Twist.h>
#include <geometry_msgs/TwistStamped.h>
#include <nav_msgs/Odometry.h>
#include <ros/console.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <tf2_msgs/TFMessage.h>

#include "laws/control/speed_limits.h"
#include "control/ros/controller.h"
#include "laws/input_error.h"
#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "core/stamp.h"
#include "laws/robot_plugins/planar_odometry.h"

namespace sim::control {
namespace {

using geometry_msgs::Twist;

Range range_of(const Parameters& parameters, const std::string& key, const std::string& what) {
  if (!parameters.flag(key + "/has_" + what + "_limits", false)) return {};
  const double most = parameters.number(key + "/max_" + what);
  return {parameters.number(key + "/min_" + what, -most), most};
}

SpeedLimits speed_limits_of(const Parameters& parameters, const std::string& key) {
  return {range_of(parameters, key, "velocity"), range_of(parameters, key, "acceleration"),
          range_of(parameters, key, "jerk")};
}

geometry_msgs::Quaternion heading(double yaw) {
  geometry_msgs::Quaternion made;
  made.z = std::sin(yaw / 2.0);
  made.w = std::cos(yaw / 2.0);
  return made;
}

// The mean of the newest values.
class RollingMean {
 public:
  explicit RollingMean(std::size_t size) : size_(size) {}

  double with(double value) {
    values_.push_back(value);
    if (values_.size() > size_) values_.pop_front();
    return std::accumulate(values_.begin(), values_.end(), 0.0) /
           static_cast<double>(values_.size());
  }
  void clear() { values_.clear(); }

 private:
  std::size_t size_;
  std::deque<double> values_;
};

// The wheels of one side.
struct Side {
  std::vector<Joint*> wheels;
  double radius = 0.0;

  double position() const {
    double sum = 0.0;
    for (const Joint* wheel : wheels) sum += wheel->position();
    return sum / static_cast<double>(wheels.size());
  }
  void command(double speed) const {
    for (Joint* wheel : wheels) wheel->command(speed / radius);
  }
};

class DiffDriveController : public Controller {
 public:
  explicit DiffDriveController(const Setup& setup)
      : forward_(speed_limits_of(setup.parameters(), "linear/x")),
        turning_(speed_limits_of(setup.parameters(), "angular/z")),
        schedule_(setup.parameters().positive("publish_rate", 50.0)) {
    const Parameters parameters = setup.parameters();
    const auto left = parameters.names("left_wheel"), right = parameters.names("right_wheel");
    if (left.size() != right.size())
      throw InputError("parameter " + parameters.path("left_wheel"),
                       "has not as many wheels as right_wheel");
    left_.wheels = setup.joints_of(left, Interface::VELOCITY);
    right_.wheels = setup.joints_of(right, Interface::VELOCITY);
    claimed_ = left_.wheels;
    claimed_.insert(claimed_.end(), right_.wheels.begin(), right_.wheels.end());
    measure(parameters, *setup.description, left.front(), right.front());
    read(parameters);
    open(setup, parameters);
  }
  ~DiffDriveController() override {
    subscriber_.shutdown();
    for (ros::Publisher* publisher : {&odometry_, &tf_, &limited_}) publisher->shutdown();
  }

  void idle(double) override { inbox_.take(); }

  void start(double time) override {
    command_ = {};
    heard_ = time;
    place_ = {};
    asked_ = {};
    linear_mean_.clear();
    angular_mean_.clear();
    forward_.reset();
    turning_.reset();
    seen_left_ = left_.position();
    seen_right_ = right_.position();
  }

  void update(double time, double dt) override {
    for (const Twist& message : inbox_.take()) {
      command_ = message;
      heard_ = time;
    }
    roll(dt);
    if (schedule_.due(time, dt)) publish(time);
    if (patience_ > 0.0 && time - heard_ > patience_) command_ = {};
    const double forward = forward_.allowed(command_.linear.x, dt),
                 turning = turning_.allowed(command_.angular.z, dt);
    asked_ = {forward - turning * separation_ / 2.0, forward + turning * separation_ / 2.0};
    left_.command(asked_.first);
    right_.command(asked_.second);
    if (limited_ && limited_.getNumSubscribers() > 0) {
      geometry_msgs::TwistStamped message;
      message.header = header(time, "");
      message.twist.linear.x = forward;
      message.twist.angular.z = turning;
      limited_.publish(message);
    }
  }

  void stop(double) override {
    left_.command(0.0);
    right_.command(0.0);
  }

 private:
  // Missing parameters are taken from the URDF.
  void measure(const Parameters& parameters, const RobotDescription& robot, const std::string& left,
               const std::string& right) {
    const Wheel &one = robot.wheels.at(left), &other = robot.wheels.at(right);
    const double apart = std::sqrt(std::pow(one.x - other.x, 2) + std::pow(one.y - other.y, 2) +
                                   std::pow(one.z - other.z, 2));
    separation_ = parameters.number("wheel_separation", apart) *
                  parameters.number("wheel_separation_multiplier", 1.0);
    const double radius = parameters.number("wheel_radius", one.radius),
                 both = parameters.number("wheel_radius_multiplier", 1.0);
    left_.radius = radius * parameters.number("left_wheel_radius_multiplier", both);
    right_.radius = radius * parameters.number("right_wheel_radius_multiplier", both);
    if (!(separation_ > 0.0) || !(left_.radius > 0.0) || !(right_.radius > 0.0))
      throw InputError("parameter " + parameters.path("wheel_radius"),
                       "and wheel_separation must be above 0, where the URDF does not say them "
                       "either; write them in m");
  }

  void read(const Parameters& parameters) {
    open_loop_ = parameters.flag("open_loop", false);
    patience_ = parameters.positive("cmd_vel_timeout", 0.5);
    base_ = parameters.text("base_frame_id", "base_link");
    frame_ = parameters.text("odom_frame_id", "odom");
    with_tf_ = parameters.flag("enable_odom_tf", true);
    shared_ = parameters.flag("allow_multiple_cmd_vel_publishers", true);
    const auto window = static_cast<std::size_t>(
        std::max(1.0, parameters.number("velocity_rolling_window_size", 10.0)));
    linear_mean_ = RollingMean(window);
    angular_mean_ = RollingMean(window);
    const std::vector<double> none(6, 0.0);
    const auto pose = parameters.numbers("pose_covariance_diagonal", none),
               twist = parameters.numbers("twist_covariance_diagonal", none);
    for (std::size_t axis = 0; axis < 6; ++axis) {
      message_.pose.covariance[7 * axis] = pose[axis];
      message_.twist.covariance[7 * axis] = twist[axis];
    }
  }

  void open(const Setup& setup, const Parameters& parameters) {
    ros::NodeHandle own = setup.own, root = setup.root;
    odometry_ = own.advertise<nav_msgs::Odometry>("odom", 100);
    tf_ = root.advertise<tf2_msgs::TFMessage>("/tf", 100);
    if (parameters.flag("publish_cmd", false))
      limited_ = own.advertise<geometry_msgs::TwistStamped>("cmd_vel_out", 100);
    subscriber_ = own.subscribe("cmd_vel", 1, &DiffDriveController::take, this,
                                ros::TransportHints().tcpNoDelay());
  }

  void take(const Twist& message) {
    if (!std::isfinite(message.linear.x) || !std::isfinite(message.angular.z)) {
      ROS_ERROR_THROTTLE(1.0, "%s: linear.x, angular.z must be finite; the command is ignored",
                         subscriber_.getTopic().c_str());
    } else if (!shared_ && subscriber_.getNumPublishers() > 1) {
      ROS_ERROR_THROTTLE(1.0,
                         "%s: has several publishers, which allow_multiple_cmd_vel_publishers "
                         "forbids; the robot brakes",
                         subscriber_.getTopic().c_str());
      inbox_.post(Twist());
    } else {
      inbox_.post(message);
    }
  }

  void roll(double dt) {
    double left = asked_.first * dt, right = asked_.second * dt;
    if (!open_loop_) {
      left = (left_.position() - seen_left_) * left_.radius;
      right = (right_.position() - seen_right_) * right_.radius;
      seen_left_ = left_.position();
      seen_right_ = right_.position();
    }
    place_.roll(left, right, separation_, dt);
    forward_speed_ = linear_mean_.with(place_.forward);
    turning_speed_ = angular_mean_.with(place_.turning);
  }

  void publish(double time) {
    message_.header = header(time, frame_);
    message_.child_frame_id = base_;
    message_.pose.pose.position.x = place_.x;
    message_.pose.pose.position.y = place_.y;
    message_.pose.pose.orientation = heading(place_.yaw);
    message_.twist.twist.linear.x = forward_speed_;
    message_.twist.twist.angular.z = turning_speed_;
    if (odometry_.getNumSubscribers() > 0) odometry_.publish(message_);
    if (!with_tf_) return;
    tf2_msgs::TFMessage frames;
    frames.transforms.resize(1);
    auto& frame = frames.transforms.front();
    frame.header = message_.header;
    frame.child_frame_id = base_;
    frame.transform.translation.x = place_.x;
    frame.transform.translation.y = place_.y;
    frame.transform.rotation = message_.pose.pose.orientation;
    tf_.publish(frames);
  }

  Side left_, right_;
  SpeedLimits forward_, turning_;
  Schedule schedule_;
  double separation_ = 0.0, patience_ = 0.0, heard_ = 0.0;
  double seen_left_ = 0.0, seen_right_ = 0.0, forward_speed_ = 0.0, turning_speed_ = 0.0;
  // m/s at the rims of both sides in the last step.
  std::pair<double, double> asked_{0.0, 0.0};
  bool open_loop_ = false, with_tf_ = true, shared_ = true;
  std::string base_, frame_;
  RollingMean linear_mean_{1}, angular_mean_{1};
  robot_plugins::PlanarOdometry place_;
  nav_msgs::Odometry message_;
  Twist command_;
  Mailbox<Twist> inbox_;
  ros::Subscriber subscriber_;
  ros::Publisher odometry_, tf_, limited_;
};

}  // namespace

void add_diff_drive_controller(ControllerTypes* types) {
  (*types)["diff_drive_controller/DiffDriveController"] = [](const Setup& setup) {
    return std::make_unique<DiffDriveController>(setup);
  };
}

}  // namespace sim::control
