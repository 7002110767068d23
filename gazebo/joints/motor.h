// ODE's motor in a joint: a constraint on the joint's speed that gives at most so much effort; the
// physics finds what that takes.
#pragma once

#include "joints/axis.h"

namespace sim::joints {

class Motor {
 public:
  // Takes the joint's damping and friction upon itself, since ODE has either them or a motor in a
  // joint.
  explicit Motor(const Axis& axis);

  const Axis& axis() const { return axis_; }
  // Drive at a speed in the next step with at most `most` N or N m, including damping and friction.
  void run(double speed, double most) const;
  // Return the effort of the last step, N or N m.
  double effort() const;

 private:
  Axis axis_;
  double damping_, friction_;
};

}  // namespace sim::joints
