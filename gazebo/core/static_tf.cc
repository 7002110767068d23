#include "core/static_tf.h"

#include <tf2_msgs/TFMessage.h>

#include "core/convert.h"

namespace sim {

StaticTf::StaticTf(ros::NodeHandle& node)
    : publisher_(node.advertise<tf2_msgs::TFMessage>("/tf_static", 1, true)) {
  add("world", "map", {});
}

void StaticTf::add(const std::string& parent, const std::string& child,
                   const ignition::math::Pose3d& parent_from_child) {
  std::lock_guard<std::mutex> guard(mutex_);
  frames_[child] = {parent, parent_from_child};
  tf2_msgs::TFMessage message;
  for (const auto& [name, frame] : frames_) {
    geometry_msgs::TransformStamped transform;
    transform.header.frame_id = frame.parent;
    transform.child_frame_id = name;
    transform.transform.translation = vector_message<geometry_msgs::Vector3>(frame.pose.Pos());
    transform.transform.rotation = pose_message(frame.pose).orientation;
    message.transforms.push_back(transform);
  }
  publisher_.publish(message);
}

}  // namespace sim
