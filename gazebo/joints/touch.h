// Contacts of the fingers of a gripper, and their forces.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/PhysicsTypes.hh>

#include "joints/axis.h"

namespace sim::joints {

struct Pressed {
  double force = 0.0;  // N along the finger's axis
  gazebo::physics::LinkPtr link;
};

// Contacts of one finger, by model.
using Touched = std::map<std::string, Pressed>;

class Touch {
 public:
  // Lets Gazebo keep the contacts of these fingers, which it forgets otherwise.
  Touch(const std::string& model, const std::vector<Axis>& fingers);
  ~Touch();

  // For each finger, of the step just made.
  std::vector<Touched> now() const;

 private:
  gazebo::physics::PhysicsEnginePtr physics_;
  std::string filter_;
  std::vector<Axis> fingers_;
};

// Return the model that all fingers touch, empty without one; of several the one with the largest
// force.
std::string grasped(const std::vector<Touched>& touched);

}  // namespace sim::joints
