#include "vehicle/vehicle_readings.h"

#include <nav_msgs/Odometry.h>
#include <sensor_msgs/JointState.h>
#include <sim/VehicleState.h>
#include <tf2_msgs/TFMessage.h>

#include "core/convert.h"

namespace sim::vehicle {
namespace {

using ignition::math::Pose3d;
using ignition::math::Quaterniond;

// Messages that may wait for a slow subscriber: far above real time a moment is long.
constexpr unsigned QUEUE = 100;
// Variance of components that wheels cannot measure.
constexpr double UNKNOWN = 1e6;

// Pose of an Odometry or a WheelOdometry.
template <class Sensed>
Pose3d planar(const Sensed& odometry) {
  return {odometry.x, odometry.y, 0.0, 0.0, 0.0, odometry.yaw};
}

geometry_msgs::TransformStamped transform(const std::string& parent, const std::string& child,
                                          const Pose3d& pose, double now) {
  geometry_msgs::TransformStamped made;
  made.header = header(now, parent);
  made.child_frame_id = child;
  made.transform.translation = vector_message<geometry_msgs::Vector3>(pose.Pos());
  made.transform.rotation = pose_message(pose).orientation;
  return made;
}

// Return the odom frame in which the dead-reckoned pose equals the true pose.
Pose3d map_from_odom(const Pose3d& truth, const Pose3d& dead_reckoning) {
  const Quaterniond turn = truth.Rot() * dead_reckoning.Rot().Inverse();
  return {truth.Pos() - turn * dead_reckoning.Pos(), turn};
}

// Of x, y, z and turns about them, row by row, nothing being known of z, roll and pitch.
template <class Covariance>
void unknown(Covariance& covariance) {
  for (const std::size_t at : {14, 21, 28}) covariance[at] = UNKNOWN;
}

template <class Sensed>
nav_msgs::Odometry odometry_message(const Sensed& odometry, const WheelOdometry& sensors,
                                    const std::string& model, double now) {
  nav_msgs::Odometry message;
  message.header = header(now, model + "/odom");
  message.child_frame_id = model + "/base_link";
  message.pose.pose = pose_message(planar(odometry));
  message.twist.twist =
      twist_message({odometry.speed, odometry.lateral_speed, 0.0}, {0.0, 0.0, odometry.yaw_rate});
  const auto& [xx, xy, xt, yy, yt, tt] = sensors.covariance;
  auto& pose = message.pose.covariance;
  unknown(pose);
  pose[0] = xx;
  pose[1] = pose[6] = xy;
  pose[5] = pose[30] = xt;
  pose[7] = yy;
  pose[11] = pose[31] = yt;
  pose[35] = tt;
  auto& twist = message.twist.covariance;
  unknown(twist);
  const auto [speed, lateral, turning] = sensors.twist_variances();
  twist[0] = speed;
  twist[7] = lateral;
  twist[35] = turning;
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

sim::VehicleState state_message(const Vehicle& vehicle, const std::string& model, double now) {
  sim::VehicleState message;
  message.header = header(now, model + "/base_link");
  message.steering_angle = vehicle.steering_angle();
  message.gear = static_cast<std::int8_t>(vehicle.gear());
  message.engine_speed = vehicle.engine_speed();
  message.timed_out = vehicle.timed_out();
  message.anti_lock = vehicle.anti_lock();
  message.stability_control = vehicle.stability_control();
  const auto speeds = vehicle.wheel_speeds();
  const auto slips = vehicle.slips();
  for (std::size_t wheel = 0; wheel < WHEELS.size(); ++wheel) {
    message.wheel_speed[wheel] = speeds[wheel];
    message.drive_torque[wheel] = vehicle.wheel_torques()[wheel].drive;
    message.brake_torque[wheel] = vehicle.wheel_torques()[wheel].brake;
    message.slip_ratio[wheel] = slips[wheel].kappa;
    message.slip_angle[wheel] = slips[wheel].alpha;
    message.longitudinal_force[wheel] = vehicle.tyre_forces()[wheel].forward;
    message.lateral_force[wheel] = vehicle.tyre_forces()[wheel].left;
    message.normal_force[wheel] = vehicle.normal_forces()[wheel];
  }
  return message;
}

}  // namespace

VehicleReadings::VehicleReadings(ros::NodeHandle& node, const std::string& model,
                                 const ReadingRates& rates)
    : model_(model),
      states_throttle_(rates.states),
      tf_throttle_(rates.tf),
      speeds_schedule_(rates.wheel_speeds),
      odom_schedule_(rates.odom),
      state_schedule_(rates.vehicle_state) {
  const std::string prefix = "/" + model + "/";
  tf_ = node.advertise<tf2_msgs::TFMessage>("/tf", QUEUE);
  odom_ = node.advertise<nav_msgs::Odometry>(prefix + "odom", QUEUE);
  wheel_odometry_ = node.advertise<nav_msgs::Odometry>(prefix + "wheel_odometry", QUEUE);
  joints_ = node.advertise<sensor_msgs::JointState>(prefix + "joint_states", QUEUE);
  speeds_ = node.advertise<sensor_msgs::JointState>(prefix + "wheel_speeds", QUEUE);
  state_ = node.advertise<sim::VehicleState>(prefix + "vehicle_state", QUEUE);
}

VehicleReadings::~VehicleReadings() {
  for (ros::Publisher* publisher : {&tf_, &odom_, &wheel_odometry_, &joints_, &speeds_, &state_})
    publisher->shutdown();
}

void VehicleReadings::publish(const Vehicle& vehicle, const Pose3d& world_from_model, double now,
                              double dt) {
  const WheelOdometry& sensors = vehicle.wheel_odometry();
  if (speeds_schedule_.due(now, dt) && speeds_.getNumSubscribers() > 0)
    speeds_.publish(speeds_message(vehicle, model_, now));
  if (odom_schedule_.due(now, dt)) {
    if (odom_.getNumSubscribers() > 0)
      odom_.publish(odometry_message(vehicle.odometry(), sensors, model_, now));
    if (wheel_odometry_.getNumSubscribers() > 0)
      wheel_odometry_.publish(odometry_message(sensors, sensors, model_, now));
  }
  if (state_schedule_.due(now, dt) && state_.getNumSubscribers() > 0)
    state_.publish(state_message(vehicle, model_, now));
  if (states_throttle_.due(now) && joints_.getNumSubscribers() > 0)
    joints_.publish(joints_message(vehicle, model_, now));
  if (tf_throttle_.due(now) && tf_.getNumSubscribers() > 0)
    publish_frames(vehicle, world_from_model, now);
}

void VehicleReadings::publish_frames(const Vehicle& vehicle, const Pose3d& world_from_model,
                                     double now) {
  const Pose3d dead_reckoning = planar(vehicle.odometry());
  tf2_msgs::TFMessage frames;
  frames.transforms = {
      transform("map", model_ + "/odom", map_from_odom(world_from_model, dead_reckoning), now),
      transform(model_ + "/odom", model_ + "/base_link", dead_reckoning, now)};
  tf_.publish(frames);
}

}  // namespace sim::vehicle
