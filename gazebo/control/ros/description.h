// Locates a robot's URDF for ros_control, and finds the elements of its plugin that are not
// supported here.
#pragma once

#include <optional>
#include <string>

#include <ros/node_handle.h>

namespace sim::control {

// The parameter of this name in a namespace ("" is the root, else "/name"), or in the nearest one
// around it.
std::optional<std::string> find_description(const ros::NodeHandle& root, const std::string& space,
                                            const std::string& name);

// Log in one line a user's robot hardware class or emergency stop, which are not supported.
void say_fallbacks(const std::string& model, const std::string& sim_type,
                   const std::string& stop_topic);

}  // namespace sim::control
