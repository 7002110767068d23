#include "control/ros/description.h"

#include <ros/console.h>

namespace sim::control {
namespace {

constexpr const char* USUAL = "gazebo_ros_control/DefaultRobotHWSim";

}  // namespace

std::optional<std::string> find_description(const ros::NodeHandle& root, const std::string& space,
                                            const std::string& name) {
  const ros::NodeHandle node(root, space.empty() ? "/" : space);
  std::string key, found;
  if (!node.searchParam(name, key) || !node.getParam(key, found) || found.empty())
    return std::nullopt;
  return found;
}

void say_fallbacks(const std::string& model, const std::string& sim_type,
                   const std::string& stop_topic) {
  if (sim_type != USUAL)
    ROS_WARN("model %s: ros_control: <robotSimType> %s is not supported; using %s", model.c_str(),
             sim_type.c_str(), USUAL);
  if (!stop_topic.empty())
    ROS_WARN("model %s: ros_control: <eStopTopic> is ignored", model.c_str());
}

}  // namespace sim::control
