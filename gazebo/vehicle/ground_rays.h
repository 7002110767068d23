// Distance and friction of the ground below a vehicle's wheels, by rays that pass through the
// vehicle's own collisions.
//
// All other collisions are ground: terrain, roads, and obstacles that a wheel could climb.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include <boost/weak_ptr.hpp>
#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

#include "laws/vehicle/vehicle.h"

namespace sim::vehicle {

class GroundRays {
 public:
  // Rays of a length for a model that is in the world.
  GroundRays(const gazebo::physics::ModelPtr& model, double length);

  // Return the ground below the rays' starts along the body's -z; distances beyond the rays' length
  // are infinite.
  Ground cast(const ignition::math::Pose3d& world_from_base, const std::vector<Vector>& starts);

 private:
  void collide(unsigned bits);
  // Return the hit of a ray, by the scoped name of the collision: its present friction, and its
  // rolling resistance by SDF.
  Touch touch(double distance, const std::string& collision);

  gazebo::physics::WorldPtr world_;
  gazebo::physics::PhysicsEnginePtr physics_;
  gazebo::physics::RayShapePtr ray_;
  std::vector<gazebo::physics::CollisionPtr> own_;
  // Cache of collisions; another one may replace a removed one under the same name.
  struct Met {
    boost::weak_ptr<gazebo::physics::Collision> collision;
    double resistance = 0.0;
  };
  std::unordered_map<std::string, Met> met_;
  double length_;
};

}  // namespace sim::vehicle
