// A joint that goes as another one does, by the mimic joint plugin, as C functions;
// src/sim/ros/control/follower.py calls them. The law is the Gazebo plugin's own.
#include "laws/control/follower.h"

#include <cstdio>
#include <exception>

#include <ros/node_handle.h>

#include "control/ros/parameters.h"
#include "laws/interface.h"

using sim::control::Follower;
using sim::control::Gains;

// Return a follower with its gains below the parameter `gains` (full name; empty: without gains),
// after sim_ros_control_begin. Null for wrong gains; `message` (size,) gives the reason.
SIM_INTERFACE Follower* sim_ros_control_follower_new(const char* joint, double multiplier,
                                                     double offset, double dead, double most,
                                                     const char* gains, char* message, int size) {
  try {
    std::optional<Gains> found;
    if (*gains != '\0')
      found = sim::control::Parameters(ros::NodeHandle("/")).required_gains(gains);
    return new Follower(joint, {"", multiplier, offset}, dead, found, most);
  } catch (const std::exception& error) {
    std::snprintf(message, static_cast<std::size_t>(size), "%s", error.what());
    return nullptr;
  }
}

SIM_INTERFACE void sim_ros_control_follower_delete(Follower* follower) { delete follower; }

// Return the driven quantity: 0 a position, 2 an effort.
SIM_INTERFACE int sim_ros_control_follower_driven(const Follower* follower) {
  return static_cast<int>(follower->driven());
}

// Return its value for the next `dt` s.
SIM_INTERFACE double sim_ros_control_follower_step(Follower* follower, double followed, double rate,
                                                   double position, double velocity, double dt) {
  return follower->step(followed, rate, position, velocity, dt);
}

SIM_INTERFACE void sim_ros_control_follower_reset(Follower* follower) { follower->reset(); }

// The parameter below which gains are by <hasPID>; "" for none.
SIM_INTERFACE void sim_ros_control_follower_gains(const char* has_pid, const char* joint,
                                                  char* name, int size) {
  std::snprintf(name, static_cast<std::size_t>(size), "%s",
                sim::control::gains_named(has_pid, joint).c_str());
}
