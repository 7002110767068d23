// Ray casting against ODE's collision shapes at their present poses, to which a cup can attach;
// without support for other physics engines.
#pragma once

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Vector3.hh>

namespace sim::joints {

struct CollisionHit {
  double range;  // m; infinite where nothing is hit
  const gazebo::physics::Collision* collision;
};

// The nearest hit along a unit vector, up to `reach`; shapes of the model `own` that enclose the
// start are passed through. The world must be locked.
CollisionHit cast_at_collisions(const gazebo::physics::World& world,
                                const ignition::math::Vector3d& from,
                                const ignition::math::Vector3d& along, double reach,
                                const gazebo::physics::Model& own);

}  // namespace sim::joints
