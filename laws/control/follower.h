// A joint that goes as another one does, by roboticsgroup_gazebo_plugins' mimic joint plugin: by
// position, or by the effort of a PID. SI units.
#pragma once

#include <optional>
#include <string>

#include "laws/control/joint.h"

namespace sim::control {

class Follower {
 public:
  // With gains the simulator gets an effort of at most `most`. Nothing changes as long as the joint
  // is nearer than `dead` to where it should be.
  Follower(const std::string& joint, const Mimic& mimic, double dead,
           const std::optional<Gains>& gains, double most);

  // What the simulator is to drive: a position or an effort.
  Interface driven() const { return joint_.driven(); }
  // What that is to be in the coming `dt` s, from what the followed joint and its own one do.
  double step(double followed, double rate, double position, double velocity, double dt);
  // Joints have been put elsewhere.
  void reset() { joint_.reset(); }

 private:
  Joint joint_;
  Mimic mimic_;
  double dead_;
};

// The parameter below which the plugin's <hasPID> says that gains are; empty where it has none.
std::string gains_named(const std::string& has_pid, const std::string& joint);

}  // namespace sim::control
