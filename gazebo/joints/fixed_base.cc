#include "joints/fixed_base.h"

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/PhysicsTypes.hh>

namespace sim::joints {

void ignore_static_contacts(const gazebo::physics::ModelPtr& model) {
  for (const auto& joint : model->GetJoints()) {
    if (!joint->HasType(gazebo::physics::Base::FIXED_JOINT) || joint->GetParent() || !joint->GetChild()) continue;
    for (const auto& collision : joint->GetChild()->GetCollisions()) {
      collision->SetCategoryBits(GZ_FIXED_COLLIDE);
      collision->SetCollideBits(~GZ_FIXED_COLLIDE);
    }
  }
}

}  // namespace sim::joints
