// The parts of a robot's URDF that ros_control uses: the joints of its transmissions with their
// interfaces and limits, and the positions and radii of wheels.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "laws/control/described_joint.h"

namespace sim::control {

// A wheel joint of the URDF: its position in its parent's frame, m, and the radius of its child's
// collision, 0 if that is neither a cylinder nor a sphere.
struct Wheel {
  double x = 0.0, y = 0.0, z = 0.0, radius = 0.0;
};

struct RobotDescription {
  // In the order of the transmissions, then joints that follow others, each after the joint that it
  // follows.
  std::vector<DescribedJoint> joints;
  std::map<std::string, Wheel> wheels;
  // Ignored or changed settings of the transmissions, a line each.
  std::vector<std::string> remarks;
};

// Return the description. InputError if the text is not a URDF, a limit, radius or <mimic> is not a
// finite number, or a joint's lower limit is above its upper one. `space` is the robot's namespace:
// transmissions with another <robotNamespace> are ignored.
RobotDescription read_robot_description(const std::string& urdf, const std::string& space);

}  // namespace sim::control
