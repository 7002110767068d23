// What a model's plugins libsim_joints.so and libsim_gripper.so ask for, checked against its joints
// and links: as sim.embedded.joint_settings.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ignition/math/Pose3.hh>
#include <sdf/Element.hh>

#include "laws/joints/command.h"

namespace sim {

// What is wrong with a model's plugins for joints and grippers; empty where nothing is.
std::string check_mechanism(const sdf::ElementPtr& model);

namespace joints {

// Fingers on prismatic joints that open in + direction; width = closed_width + their sum, m, N,
// m/s.
struct Parallel {
  std::vector<std::string> fingers;
  double closed_width = 0.0, force = 20.0, speed = 0.1;
  bool grasp_assist = false;
};

// A cup at the origin of a link, along its +z: reach m, alignment rad, payload kg, and the force N
// at which it breaks loose.
struct Vacuum {
  std::string cup;
  double reach = 0.005, alignment = 0.2;
  double payload = std::numeric_limits<double>::infinity(),
         force = std::numeric_limits<double>::infinity();
};

// A sensor of what acts beyond a joint, at `pose` in the joint's child link; `frame` is its name in
// tf.
struct ForceTorque {
  std::string joint, frame;
  ignition::math::Pose3d pose;
};

// A tool changer at `pose` in the child link of a joint: it takes what is within `point` m and
// `angle` rad of it, and has the model `tool` on at the start, if any.
struct Changer {
  std::string joint, tool;
  ignition::math::Pose3d pose;
  double point = 0.003, angle = 0.05;
};

// A prismatic joint whose link is a conveyor's belt, and its speed in m/s.
struct BeltSettings {
  std::string joint;
  double speed = 0.0;
};

// N that something may press with on the links of a model, and on what it holds, before its motion
// stops.
struct ContactLimits {
  double force, held;
};

struct Mechanism {
  std::vector<std::string> movable;  // joints of one degree of freedom, in the order of the file
  Controls driven;                   // joints of libsim_joints.so
  std::optional<Parallel> parallel;
  std::optional<Vacuum> vacuum;
  std::optional<ForceTorque> force_torque;
  std::optional<ContactLimits> contact_stop;
  // Joints and the positions, rad or m, in which they stand at spawn and after a reset.
  std::vector<std::pair<std::string, double>> start;
  std::optional<Changer> changer;
  std::optional<BeltSettings> belt;
};

// InputError where a plugin asks for what cannot be.
Mechanism read_mechanism(const sdf::ElementPtr& model);

}  // namespace joints
}  // namespace sim
