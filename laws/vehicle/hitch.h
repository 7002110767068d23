// A ball hitch that tows a model: a spring and a damper between its coupling and the ball of
// another model, which connect where they meet.
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

  // True if coupling and ball have met within 0.05 m and have not been separated by 0.3 m since.
  bool closed() const { return closed_; }

 private:
  double dt_, stiffness_, damping_;
  bool closed_ = false;
  // Distance of both when they met, which fades.
  Vector slack_{};
};

}  // namespace sim::vehicle
