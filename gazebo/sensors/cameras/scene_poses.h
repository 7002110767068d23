// Poses of everything in a camera's picture, for programs that render its ground truth beside
// Gazebo.
#pragma once

#include <string>

#include <ignition/math/Pose3.hh>

#include "sim/ScenePoses.h"

namespace sim {

// In the physics thread, with the world locked: the state that a picture of `time` is taken of.
// `sensor` is in the world.
ScenePoses scene_poses(double time, const std::string& frame, const ignition::math::Pose3d& sensor);

}  // namespace sim
