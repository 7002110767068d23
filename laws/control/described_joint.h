// A joint of ros_control as a robot's description has it: its interface, its limits and the joint
// that it follows. SI units.
#pragma once

#include <limits>
#include <optional>
#include <string>

namespace sim::control {

enum class Interface { POSITION, VELOCITY, EFFORT };

// By the numbers of Interface.
inline constexpr const char* INTERFACE_NAMES[] = {"hardware_interface/PositionJointInterface",
                                                  "hardware_interface/VelocityJointInterface",
                                                  "hardware_interface/EffortJointInterface"};

inline const char* name_of(Interface interface) {
  return INTERFACE_NAMES[static_cast<int>(interface)];
}

// Limits of a joint; infinite where the URDF gives no limit.
struct JointLimits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double velocity = std::numeric_limits<double>::infinity();
  double effort = std::numeric_limits<double>::infinity();
};

// URDF's <mimic>: a joint is at multiplier * position + offset of another one.
struct Mimic {
  std::string joint;
  double multiplier = 1.0, offset = 0.0;
};

struct DescribedJoint {
  std::string name;
  Interface interface = Interface::EFFORT;
  JointLimits limits;
  // True for a joint without limits of position; angles that differ by whole turns are equal.
  bool continuous = false;
  // Of a joint without a transmission that goes as another one does; no controller has it.
  std::optional<Mimic> mimic;
};

}  // namespace sim::control
