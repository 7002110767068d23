// Contact guard: stops a motion when something presses on the moving links. It is the law of
// <contact_stop> on both simulators, bound to Python as sim.embedded.joints.contact_guard. Units:
// N, s.
#pragma once

#include <array>
#include <map>
#include <string>

namespace sim::joints {

using Force = std::array<double, 3>;

// Its magnitude.
double size(const Force& force);

// Averages the force of each touching thing and returns the one that exceeds the limit. Forces that
// were present when the motion began are added to the limit; with `lifting` they are ignored until
// contact was lost.
class ContactGuard {
 public:
  explicit ContactGuard(double limit, bool lifting = false) : limit_(limit), lifting_(lifting) {}

  // Takes the forces of a step by what exerts them; the name of the one that is too strong, empty
  // where none is.
  std::string step(const std::map<std::string, Force>& pushes, bool moving, double dt);
  const std::map<std::string, Force>& felt() const { return felt_; }
  void clear();

 private:
  double limit_;
  bool lifting_;
  std::map<std::string, Force> felt_;
  std::map<std::string, double> begun_;
};

}  // namespace sim::joints
