// Where ros_control finds a robot's URDF, and what of its plugin's elements means nothing here.
#pragma once

#include <optional>
#include <string>

#include <ros/node_handle.h>

namespace sim::control {

// The parameter of this name in a namespace ("" is the root, else "/name"), or in the nearest one
// around it.
std::optional<std::string> find_description(const ros::NodeHandle& root, const std::string& space,
                                            const std::string& name);

// Says in a line what robot hardware or emergency stop of the user's own is not there.
void say_fallbacks(const std::string& model, const std::string& sim_type,
                   const std::string& stop_topic);

}  // namespace sim::control
