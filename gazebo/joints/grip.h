// A fixed joint between a gripper and its held object, created and removed while the simulation
// runs.
#pragma once

#include <string>

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <ignition/math/Pose3.hh>
#include <ignition/math/Vector3.hh>

namespace sim::joints {

// The model of the world, not nested in another, to which a link belongs.
gazebo::physics::ModelPtr whole_model(const gazebo::physics::Link& link);

// Return whether a link can be carried away: it is neither static nor fixed to the world.
bool can_be_carried(const gazebo::physics::Link& link);

class Grip {
 public:
  explicit Grip(const gazebo::physics::LinkPtr& hand) : hand_(hand) {}
  ~Grip() { release(); }

  // Holds a link as it is.
  void take(const gazebo::physics::LinkPtr& thing);
  void release();
  // Release an object that was deleted or moved from outside; return whether it did. Call it before
  // each step.
  bool keep();
  // Call it after each step.
  void remember();
  // The model that is held, empty where none.
  const std::string& object() const { return object_; }
  // Return the joint's force on the gripper towards the held object in the last step, N, world
  // axes.
  ignition::math::Vector3d force() const;

 private:
  gazebo::physics::LinkPtr hand_;
  gazebo::physics::JointPtr joint_;
  boost::weak_ptr<gazebo::physics::Link> thing_;
  std::string object_;
  ignition::math::Pose3d hand_from_thing_;
};

}  // namespace sim::joints
