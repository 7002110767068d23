// A ball hitch by which a model is towed: a spring and a damper between its coupling and the ball
// of another, which take each other wherever they meet.
#pragma once

#include "laws/vehicle/contact.h"

namespace sim::vehicle {

class Hitch {
 public:
  // Between models of so many kg, as stiff as steps of `dt` seconds allow.
  Hitch(double towed_mass, double towing_mass, double dt);

  // Force on the towed model at its coupling, N, in a step; its opposite acts on the ball. `gap`
  // leads from the coupling to the ball, m, and grows by `rate`.
  Vector pull(const Vector& gap, const Vector& rate);

  // Whether coupling and ball have met, within 0.05 m, and have not been torn apart since, by
  // 0.3 m.
  bool closed() const { return closed_; }

 private:
  double dt_, stiffness_, damping_;
  bool closed_ = false;
  // How far apart they were when they met, which fades.
  Vector slack_{};
};

}  // namespace sim::vehicle
