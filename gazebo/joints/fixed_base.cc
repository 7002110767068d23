#include "joints/fixed_base.h"

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <gazebo/physics/ode/ODECollision.hh>

namespace sim::joints {

void ignore_static_contacts(const gazebo::physics::ModelPtr& model) {
  for (const auto& joint : model->GetJoints()) {
    if (!joint->HasType(gazebo::physics::Base::FIXED_JOINT) || joint->GetParent() ||
        !joint->GetChild())
      continue;
    for (const auto& collision : joint->GetChild()->GetCollisions()) {
      // Collision::SetCategoryBits would also change the bits of the model's whole space.
      const auto ode = boost::dynamic_pointer_cast<gazebo::physics::ODECollision>(collision);
      if (!ode || !ode->GetCollisionId()) continue;
      dGeomSetCategoryBits(ode->GetCollisionId(), GZ_FIXED_COLLIDE);
      dGeomSetCollideBits(ode->GetCollisionId(), ~GZ_FIXED_COLLIDE);
    }
  }
}

}  // namespace sim::joints
