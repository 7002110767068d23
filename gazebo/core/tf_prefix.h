// The parameter that ROS 1 puts the frames of a robot below a name by.
#pragma once

#include <string>

#include <ros/node_handle.h>

namespace sim {

// Return the parameter tf_prefix of a namespace, or of the nearest one around it; "" without one.
inline std::string tf_prefix(const std::string& space) {
  const ros::NodeHandle node(space.empty() ? "/" : space);
  std::string key, given;
  if (node.searchParam("tf_prefix", key)) node.getParam(key, given);
  return given;
}

}  // namespace sim
