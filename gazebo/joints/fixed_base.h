#pragma once

#include <gazebo/physics/Model.hh>

namespace sim::joints {

// Disable contacts with static models for links that a fixed joint holds to the world: neither can
// move, and a contact between them disturbs the joints of the whole arm.
void ignore_static_contacts(const gazebo::physics::ModelPtr& model);

}  // namespace sim::joints
