// What a model's plugins libsim_joints.so and libsim_gripper.so ask for, from its SDF.
#pragma once

#include <string>

#include <ignition/math/Pose3.hh>
#include <sdf/Element.hh>

#include "laws/joints/mechanism.h"

namespace sim {

// What is wrong with a model's plugins for joints and grippers; empty where nothing is.
std::string check_mechanism(const sdf::ElementPtr& model);

namespace joints {

// InputError where a plugin asks for what cannot be.
Mechanism read_mechanism(const sdf::ElementPtr& model);

inline ignition::math::Pose3d pose_of(const LinkPose& pose) {
  return {pose[0], pose[1], pose[2], pose[3], pose[4], pose[5]};
}

}  // namespace joints
}  // namespace sim
