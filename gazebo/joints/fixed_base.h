#pragma once

#include <gazebo/physics/Model.hh>

namespace sim::joints {

// Lets links that a fixed joint holds to the world pass through what is static: neither can give
// way, and a contact between them disturbs the joints of the whole arm.
void ignore_static_contacts(const gazebo::physics::ModelPtr& model);

}  // namespace sim::joints
