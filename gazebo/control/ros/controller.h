// A controller of ros_control: takes commands from ROS and commands joints in each step.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <ros/node_handle.h>

#include "laws/control/joint.h"
#include "control/robot_description.h"
#include "control/ros/parameters.h"

namespace sim::control {

// Everything but the constructor and the destructor is called between two steps by the thread that
// makes them; these two may run during a step: they read nothing of a joint that changes.
class Controller {
 public:
  virtual ~Controller() = default;

  // Called while it is stopped: reject received commands.
  virtual void idle(double /*time*/) {}
  // Before the first update, and after each reset.
  virtual void start(double /*time*/) {}
  // The step leads from `time` to time + dt.
  virtual void update(double time, double dt) = 0;
  // Stop commanding.
  virtual void stop(double /*time*/) {}

  // The joints that it alone commands while it runs.
  const std::vector<Joint*>& claimed() const { return claimed_; }

 protected:
  std::vector<Joint*> claimed_;
};

// Inputs of a controller's constructor: its namespace `own` holds its parameters and topics.
struct Setup {
  std::string name;
  ros::NodeHandle root, own;
  std::deque<Joint>* joints;
  const RobotDescription* description;

  Parameters parameters() const { return Parameters(own); }
  // InputError where the robot lacks it, or has it with another interface.
  Joint* joint(const std::string& name, Interface interface) const;
  std::vector<Joint*> joints_of(const std::vector<std::string>& names, Interface interface) const;
};

using ControllerMaker = std::function<std::unique_ptr<Controller>(const Setup&)>;
using ControllerTypes = std::map<std::string, ControllerMaker>;

// All types, by the names that YAML files give them.
const ControllerTypes& controller_types();

// Of each family, what controller_types() gathers.
void add_joint_state_controller(ControllerTypes* types);
void add_joint_controllers(ControllerTypes* types);
void add_joint_trajectory_controllers(ControllerTypes* types);
void add_gripper_controllers(ControllerTypes* types);
void add_diff_drive_controller(ControllerTypes* types);

}  // namespace sim::control
