// A sensor in a joint, of what its links give to one another.
#pragma once

#include <string>

#include <ignition/math/Quaternion.hh>
#include <ros/publisher.h>

#include "core/simulator.h"
#include "sensors/mount.h"
#include "sensors/port.h"

namespace sim {

// The wrench of a joint about its place on the child, in the axes of child, parent or sensor, as
// what the child gives to the parent or the other way round; N and N m, the weight of what hangs
// beyond the joint is in it.
class ForceTorque : public Port {
 public:
  explicit ForceTorque(const Mount& mount);

  bool wanted() const override { return wrenches_.getNumSubscribers() > 0; }
  void measure(double time) override;

 private:
  // Turns what is in the child's axes.
  ignition::math::Quaterniond turn(const gazebo::physics::Link& child) const;

  Mount mount_;
  std::string axes_, frame_;
  double sign_;
  ros::Publisher wrenches_;
};

}  // namespace sim
