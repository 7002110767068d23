// Settings of a model's plugins libsim_joints.so and libsim_gripper.so, from its SDF.
#pragma once

#include <string>

#include <ignition/math/Pose3.hh>
#include <sdf/Element.hh>

#include "laws/joints/mechanism.h"

namespace sim {

// Return the error in a model's plugins for joints and grippers; empty if all are valid.
std::string check_mechanism(const sdf::ElementPtr& model);

namespace joints {

// Return the settings; InputError for invalid ones.
Mechanism read_mechanism(const sdf::ElementPtr& model);

inline ignition::math::Pose3d pose_of(const LinkPose& pose) {
  return {pose[0], pose[1], pose[2], pose[3], pose[4], pose[5]};
}

}  // namespace joints
}  // namespace sim
