// A joint that goes as another one does, by roboticsgroup_gazebo_plugins' mimic joint plugin: by
// position, or by the effort of a PID. SI units.
#pragma once

#include <optional>
#include <string>

#include "laws/control/joint.h"

namespace sim::control {

class Follower {
 public:
  // With gains, the simulator receives an effort of at most `most`. The output stays unchanged
  // while the position error is smaller than the dead band `dead`.
  Follower(const std::string& joint, const Mimic& mimic, double dead,
           const std::optional<Gains>& gains, double most);

  // Return the driven quantity: a position or an effort.
  Interface driven() const { return joint_.driven(); }
  // Return the value of that quantity for the next `dt` s, from the state of the followed joint and
  // of this joint.
  double step(double followed, double rate, double position, double velocity, double dt);
  // Joints have been put elsewhere.
  void reset() { joint_.reset(); }

 private:
  Joint joint_;
  Mimic mimic_;
  double dead_;
};

// Return the parameter name of the gains from the plugin's <hasPID>; empty without gains.
std::string gains_named(const std::string& has_pid, const std::string& joint);

}  // namespace sim::control
