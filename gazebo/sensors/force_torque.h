// A force-torque sensor in a joint, of the wrench between its links.
#pragma once

#include <string>

#include <ignition/math/Quaternion.hh>
#include <ros/publisher.h>

#include "core/simulator.h"
#include "sensors/mount.h"
#include "sensors/port.h"

namespace sim {

// The wrench of a joint about its position on the child, in the axes of child, parent or sensor, of
// the child on the parent or the reverse; N and N m, with the weight of the links beyond the joint.
class ForceTorque : public Port {
 public:
  explicit ForceTorque(const Mount& mount);

  bool wanted() const override { return wrenches_.getNumSubscribers() > 0; }
  void measure(double time) override;

 private:
  // Return the rotation from the child's axes.
  ignition::math::Quaterniond turn(const gazebo::physics::Link& child) const;

  Mount mount_;
  std::string axes_, frame_;
  double sign_;
  ros::Publisher wrenches_;
};

}  // namespace sim
