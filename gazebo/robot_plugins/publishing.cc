#include "robot_plugins/publishing.h"

#include "core/convert.h"
#include "core/tf_prefix.h"

namespace sim::robot_plugins {

std::string frame_prefix(const Settings& settings) {
  return settings.frame_prefix(tf_prefix(settings.space()));
}

geometry_msgs::TransformStamped transform(const std::string& parent, const std::string& child,
                                          const ignition::math::Pose3d& pose, double now) {
  geometry_msgs::TransformStamped made;
  made.header = header(now, parent);
  made.child_frame_id = child;
  made.transform.translation = vector_message<geometry_msgs::Vector3>(pose.Pos());
  made.transform.rotation = pose_message(pose).orientation;
  return made;
}

sensor_msgs::JointState joint_states(const std::vector<gazebo::physics::JointPtr>& joints,
                                     bool velocities, double now) {
  sensor_msgs::JointState message;
  message.header = header(now, "");
  for (const auto& joint : joints) {
    message.name.push_back(joint->GetName());
    message.position.push_back(joint->Position(0));
    if (velocities) message.velocity.push_back(joint->GetVelocity(0));
  }
  return message;
}

}  // namespace sim::robot_plugins
