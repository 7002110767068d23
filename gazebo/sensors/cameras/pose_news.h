// Poses that the scene of a picture may have missed. Gazebo sends a model's pose when it changes,
// through a queue that keeps only the ten newest messages: a model that moved once, some steps
// before a picture, would stay drawn at its old pose.
#pragma once

#include <cstdint>
#include <unordered_map>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

namespace sim {

class PoseNews {
 public:
  // At the end of the step that a picture is due at: has Gazebo send, with that step, the poses of
  // all models that have changed since the last call.
  void send(gazebo::physics::World& world);

 private:
  // By the model's number.
  std::unordered_map<std::uint32_t, ignition::math::Pose3d> sent_;
};

}  // namespace sim
