// The axis-aligned bounding box of a model's collisions, in the model's frame, in m.
#pragma once

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/AxisAlignedBox.hh>

namespace sim {

// Exact for boxes, spheres and cylinders; for a mesh, the box around its own box. Empty (min above
// max) without a bounded collision.
ignition::math::AxisAlignedBox bounds(const gazebo::physics::ModelPtr& model);

}  // namespace sim
