// Reads the settings of a model's plugins libsim_joints.so and libsim_gripper.so: their parameters,
// defaults, ranges and messages, for both simulators. SI units.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "laws/joints/command.h"

namespace sim::joints {

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

// An element of a plugin with its attributes by name.
struct PluginElement {
  std::string tag, text;
  std::map<std::string, std::string> attributes = {};
};

struct PluginText {
  std::string filename, name;
  std::vector<PluginElement> elements = {};
};

// A joint of one degree of freedom; its limits are in rad or m, UNLIMITED without a limit.
struct MovableJoint {
  std::string name, child;
  bool prismatic = false;
  double lower = -UNLIMITED, upper = UNLIMITED;
};

// A model as its file has it, in the file's order.
struct ModelText {
  std::string name;
  bool is_static = false;
  std::vector<std::string> links = {};
  std::vector<MovableJoint> joints = {};
  std::vector<PluginText> plugins = {};
};

// Fingers on prismatic joints that open in + direction; width = closed_width + their sum.
struct Parallel {
  std::vector<std::string> fingers;
  double closed_width = 0.0;  // m
  double force = 20.0;        // N
  double speed = 0.1;         // m/s
  bool grasp_assist = false;
};

// A cup at the origin of a link, along its +z.
struct Vacuum {
  std::string cup;
  double reach = 0.005;        // m
  double alignment = 0.2;      // rad
  double payload = UNLIMITED;  // kg
  double force = UNLIMITED;    // N at which it breaks loose
};

// A pose in a link: m, and rad of roll, pitch and yaw.
using LinkPose = std::array<double, 6>;

// A force-torque sensor of a joint, expressed in the joint's child link; `frame` is its name in tf.
struct ForceTorque {
  std::string joint, frame;
  LinkPose pose{};
};

// A tool changer in the child link of a joint, with the model `tool` on at the start, if any.
struct Changer {
  std::string joint, tool;
  LinkPose pose{};
  double point = 0.003;  // m within which it takes a tool
  double angle = 0.05;   // rad
};

// A prismatic joint that moves a conveyor belt's link.
struct BeltSettings {
  std::string joint;
  double speed = 0.0;  // m/s
};

// Largest contact forces in N on the links of a model and on its held parts, before its motion
// stops.
struct ContactLimits {
  double force = std::numeric_limits<double>::quiet_NaN();  // must be given
  double held = 0.0;                                        // default: `force`
};

struct Mechanism {
  std::vector<std::string> movable;  // joints, in the order of the file
  Controls driven;                   // joints of libsim_joints.so
  std::optional<Parallel> parallel;
  std::optional<Vacuum> vacuum;
  std::optional<ForceTorque> force_torque;
  std::optional<ContactLimits> contact_stop;
  // Joints and their positions in rad or m at spawn and after a reset.
  std::vector<std::pair<std::string, double>> start;
  std::optional<Changer> changer;
  std::optional<BeltSettings> belt;
};

// Return the settings of a model's plugins; InputError names model, plugin and element.
Mechanism read_mechanism(const ModelText& model);

}  // namespace sim::joints
