// A force-torque sensor in a wrist, as sim.embedded.joints.force_torque: the external wrench on the
// links beyond a joint, without their own weight and inertia. N and N m, in the sensor's axes and
// about its origin.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <ignition/math/Pose3.hh>
#include <ignition/math/Vector3.hh>

#include "joints/settings.h"

namespace sim::joints {

struct Felt {
  ignition::math::Vector3d force, torque;
};

class ForceTorqueSensor {
 public:
  ForceTorqueSensor(const gazebo::physics::JointPtr& joint, const ForceTorque& settings);

  const std::string& frame() const { return settings_.frame; }
  // Set links beyond the joint that belong to other models; their weight is compensated too.
  void carry(const gazebo::physics::Link_V& links);
  void before_step();
  // `wanted` is true if a measurement is needed.
  void after_step(double dt, bool wanted);
  // Return the last reading; nothing before the first requested one.
  const std::optional<Felt>& reading() const { return reading_; }

 private:
  struct Motion {
    ignition::math::Vector3d linear, angular;
  };

  Motion motion(const gazebo::physics::LinkPtr& link) const;
  Felt measured(double dt) const;

  gazebo::physics::JointPtr joint_;
  ForceTorque settings_;
  gazebo::physics::Link_V beyond_;
  std::size_t own_;             // of these are its own model's
  std::vector<Motion> before_;  // at the step's beginning
  std::optional<Felt> reading_;
};

}  // namespace sim::joints
