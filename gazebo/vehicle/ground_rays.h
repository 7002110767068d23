// How far the ground is below each wheel's mount, by rays that pass through the vehicle's own
// collisions.
//
// Everything else that collides is ground: terrain, roads, and what a wheel could climb.
#pragma once

#include <array>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

#include "vehicle/law/contact.h"

namespace sim::vehicle {

class GroundRays {
 public:
  // Rays of a length for a model that is in the world.
  GroundRays(const gazebo::physics::ModelPtr& model, double length);

  // Distances from the mounts along the body's -z, infinite beyond the rays' length.
  std::array<double, 4> cast(const ignition::math::Pose3d& world_from_base,
                             const std::array<Vector, 4>& mounts);

 private:
  void collide(unsigned bits);

  gazebo::physics::PhysicsEnginePtr physics_;
  gazebo::physics::RayShapePtr ray_;
  std::vector<gazebo::physics::CollisionPtr> own_;
  double length_;
};

}  // namespace sim::vehicle
