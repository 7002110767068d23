// Robots under ros_control as C functions, with a separate roscpp node beside the embedded
// simulator's; src/sim/ros/control calls them. The controllers are the same as in the Gazebo
// plugin.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ros/callback_queue.h>
#include <ros/init.h>
#include <ros/node_handle.h>
#include <ros/spinner.h>

#include "control/robot_description.h"
#include "control/ros/controller.h"
#include "control/ros/description.h"
#include "control/ros/robot.h"
#include "laws/interface.h"

using sim::control::JointReading;
using sim::control::Robot;

namespace {

// The node, with topics and services in a thread each.
class Node {
 public:
  Node() {
    topics_.setCallbackQueue(&topic_queue_);
    services_.setCallbackQueue(&service_queue_);
    topic_spinner_.start();
    service_spinner_.start();
  }
  ~Node() {
    topic_spinner_.stop();
    service_spinner_.stop();
    topics_.shutdown();
    services_.shutdown();
    ros::shutdown();
  }

  const ros::NodeHandle& topics() const { return topics_; }
  const ros::NodeHandle& services() const { return services_; }

 private:
  ros::CallbackQueue topic_queue_, service_queue_;
  ros::NodeHandle topics_{"/"}, services_{"/"};
  ros::AsyncSpinner topic_spinner_{1, &topic_queue_}, service_spinner_{1, &service_queue_};
};

std::unique_ptr<Node> node;

}  // namespace

// Starts the node once, by this name without a namespace; there must be a master.
SIM_INTERFACE void sim_ros_control_begin(const char* name) {
  if (node) return;
  ros::init(ros::M_string(), name, ros::init_options::NoSigintHandler);
  node = std::make_unique<Node>();
}

// Ends the node; all robots must be gone.
SIM_INTERFACE void sim_ros_control_end() { node.reset(); }

// Read a robot's description without a node. Return lines of "joint NAME INTERFACE" and "remark
// TEXT", or one of "error TEXT"; valid until the next call.
SIM_INTERFACE const char* sim_ros_control_read(const char* urdf, const char* space) {
  static std::string lines;
  lines.clear();
  try {
    const auto found = sim::control::read_robot_description(urdf, space);
    for (const auto& joint : found.joints)
      lines += "joint " + joint.name + " " + sim::control::name_of(joint.interface) + "\n";
    for (const std::string& remark : found.remarks) lines += "remark " + remark + "\n";
  } catch (const std::exception& error) {
    lines = std::string("error ") + error.what() + "\n";
  }
  return lines.c_str();
}

// Return the types of controllers, parted by blanks.
SIM_INTERFACE const char* sim_ros_control_types() {
  static const std::string names = [] {
    std::string text;
    for (const auto& [name, make] : sim::control::controller_types())
      text += (text.empty() ? "" : " ") + name;
    return text;
  }();
  return names.c_str();
}

// Return a robot in a model with these joints. Its description is the parameter of a name relative
// to a namespace ("" is the root, else "/name"). Null with an empty `message` (size,) if the
// parameter is missing, else with the error.
SIM_INTERFACE Robot* sim_ros_control_new(const char* model, const char* space,
                                         const char* description, int count,
                                         const char* const* joints, char* message, int size) {
  message[0] = '\0';
  const std::string place = space;
  const auto urdf = sim::control::find_description(node->topics(), place, description);
  if (!urdf) return nullptr;
  try {
    return new Robot(model, place.empty() ? "" : place.substr(1), *urdf, {joints, joints + count},
                     node->topics(), node->services());
  } catch (const std::exception& error) {
    std::snprintf(message, static_cast<std::size_t>(size), "%s", error.what());
    return nullptr;
  }
}

SIM_INTERFACE void sim_ros_control_delete(Robot* robot) { delete robot; }

// Log in one line the plugin's elements that are not supported.
SIM_INTERFACE void sim_ros_control_say_fallbacks(const char* model, const char* sim_type,
                                                 const char* stop_topic) {
  sim::control::say_fallbacks(model, sim_type, stop_topic);
}

// The name of a joint; null beyond the last one.
SIM_INTERFACE const char* sim_ros_control_joint(const Robot* robot, int row) {
  const auto& joints = robot->joints();
  return row < static_cast<int>(joints.size())
             ? joints[static_cast<std::size_t>(row)].name().c_str()
             : nullptr;
}

// Return the driven quantity of a joint: 0 a position, 1 a velocity, 2 an effort.
SIM_INTERFACE int sim_ros_control_driven(const Robot* robot, int row) {
  return static_cast<int>(robot->joints()[static_cast<std::size_t>(row)].driven());
}

// Lets controllers work for the step from `time` to time + dt: `readings` (n, 3) are positions,
// velocities and efforts of n joints, `outputs` (n,) what these are to do.
SIM_INTERFACE void sim_ros_control_step(Robot* robot, double time, double dt,
                                        const double* readings, double* outputs) {
  std::vector<JointReading> taken;
  taken.reserve(robot->joints().size());
  for (std::size_t row = 0; row < robot->joints().size(); ++row)
    taken.push_back({readings[3 * row], readings[3 * row + 1], readings[3 * row + 2]});
  for (const double value : robot->step(time, dt, taken)) *outputs++ = value;
}

// Some joints were put elsewhere: `moved` has an entry for each of them.
SIM_INTERFACE void sim_ros_control_displace(Robot* robot, const unsigned char* moved) {
  robot->displace(std::vector<bool>(moved, moved + robot->joints().size()));
}

SIM_INTERFACE void sim_ros_control_reset(Robot* robot) { robot->reset(); }
