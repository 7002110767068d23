// SDF of a model for a pool: a copy of one that is there, the type's model on Gazebo's model path,
// or a box of the type's size.
#pragma once

#include <string>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>
#include <ignition/math/Vector3.hh>

namespace sim {

struct VehicleType {
  std::string name;
  std::string model;
  ignition::math::Vector3d size;  // length, width, height
};

// A box of the type's size, by itself in a document.
std::string box_model_sdf(const VehicleType& type, const std::string& name,
                          const ignition::math::Pose3d& pose);

// `like` may be null; throws std::runtime_error where the type's model is there but cannot be read.
std::string pool_model_sdf(const VehicleType& type, const gazebo::physics::ModelPtr& like,
                           const std::string& name, const ignition::math::Pose3d& pose);

}  // namespace sim
