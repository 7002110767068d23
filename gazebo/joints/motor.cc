#include "joints/motor.h"

#include <algorithm>
#include <cmath>

namespace sim::joints {
namespace {

// rad or m: ODE's motors are clumsy at a joint's stops, which are thus set a little beyond the
// limits that drives keep to.
constexpr double BEYOND = 1e-3;
constexpr double STRONGEST = 1e9;
// rad/s or m/s at which friction is fully there.
constexpr double SLIDING = 1e-4;

}  // namespace

Motor::Motor(const Axis& axis)
    : axis_(axis),
      damping_(axis.joint().GetDamping(0)),
      friction_(axis.joint().GetParam("friction", 0)) {
  gazebo::physics::Joint& joint = axis_.joint();
  joint.SetDamping(0, 0.0);
  joint.SetParam("lo_stop", 0, axis_.lower() - BEYOND);
  joint.SetParam("hi_stop", 0, axis_.upper() + BEYOND);
}

void Motor::run(double speed, double most) const {
  const double own = std::abs(damping_ * axis_.velocity()) + friction_;
  axis_.joint().SetParam("fmax", 0, std::clamp(most - own, 0.0, STRONGEST));
  axis_.joint().SetParam("vel", 0, speed);
}

double Motor::effort() const {
  const double speed = axis_.velocity();
  return axis_.effort() + damping_ * speed + friction_ * std::clamp(speed / SLIDING, -1.0, 1.0);
}

}  // namespace sim::joints
