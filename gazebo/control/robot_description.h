// What ros_control takes from a robot's URDF: the joints of its transmissions with their interfaces
// and limits, and the wheels' places and radii.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "laws/control/described_joint.h"

namespace sim::control {

// A joint as the URDF has it: its place in its parent's frame, m, and the radius of what its child
// touches the ground with, 0 where that is neither a cylinder nor a sphere.
struct Wheel {
  double x = 0.0, y = 0.0, z = 0.0, radius = 0.0;
};

struct RobotDescription {
  // In the order of the transmissions, then those that follow others, each after the one that it
  // follows.
  std::vector<DescribedJoint> joints;
  std::map<std::string, Wheel> wheels;
  // What of the transmissions is left out or taken otherwise than written, a line each.
  std::vector<std::string> remarks;
};

// InputError where the text is no URDF, a limit, radius or <mimic> no finite number, or a joint's
// lower limit above its upper one; `space` is the robot's namespace: transmissions with another
// <robotNamespace> are left out.
RobotDescription read_robot_description(const std::string& urdf, const std::string& space);

}  // namespace sim::control
