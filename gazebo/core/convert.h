// Between Gazebo's vectors and poses and ROS messages.
#pragma once

#include <geometry_msgs/Pose.h>
#include <geometry_msgs/Twist.h>
#include <geometry_msgs/Vector3.h>
#include <ignition/math/Pose3.hh>

#include "core/stamp.h"

namespace sim {

template <class Message>
Message vector_message(const ignition::math::Vector3d& from) {
  Message to;
  to.x = from.X();
  to.y = from.Y();
  to.z = from.Z();
  return to;
}

// Of the two quaternions of a rotation the one with w >= 0, as everywhere in this package.
inline geometry_msgs::Pose pose_message(const ignition::math::Pose3d& from) {
  geometry_msgs::Pose to;
  to.position = vector_message<geometry_msgs::Point>(from.Pos());
  const double sign = from.Rot().W() >= 0.0 ? 1.0 : -1.0;
  to.orientation.x = sign * from.Rot().X();
  to.orientation.y = sign * from.Rot().Y();
  to.orientation.z = sign * from.Rot().Z();
  to.orientation.w = sign * from.Rot().W();
  return to;
}

inline geometry_msgs::Twist twist_message(const ignition::math::Vector3d& linear,
                                          const ignition::math::Vector3d& angular) {
  geometry_msgs::Twist to;
  to.linear = vector_message<geometry_msgs::Vector3>(linear);
  to.angular = vector_message<geometry_msgs::Vector3>(angular);
  return to;
}

template <class Message>
ignition::math::Vector3d vector_from(const Message& from) {
  return {from.x, from.y, from.z};
}

}  // namespace sim
