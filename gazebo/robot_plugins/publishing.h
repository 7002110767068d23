// Common publishing code of the plugins of gazebo_plugins.
#pragma once

#include <string>
#include <vector>

#include <gazebo/physics/Joint.hh>
#include <geometry_msgs/TransformStamped.h>
#include <ignition/math/Pose3.hh>
#include <sensor_msgs/JointState.h>

#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

// Messages that may wait for a slow subscriber.
constexpr unsigned QUEUE = 100;

// The prefix of a plugin's frames: the parameter tf_prefix of its namespace, or of the nearest one
// around it, or what its kind has without.
std::string frame_prefix(const Settings& settings);

geometry_msgs::TransformStamped transform(const std::string& parent, const std::string& child,
                                          const ignition::math::Pose3d& pose, double now);

// Positions of joints, with their velocities where these are wanted.
sensor_msgs::JointState joint_states(const std::vector<gazebo::physics::JointPtr>& joints,
                                     bool velocities, double now);

}  // namespace sim::robot_plugins
