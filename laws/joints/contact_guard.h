// When a motion stops because something presses on what moves: the law of <contact_stop> on both
// simulators, which Python sees as sim.embedded.joints.contact_guard. N, s.
#pragma once

#include <array>
#include <map>
#include <string>

namespace sim::joints {

using Force = std::array<double, 3>;

// Its magnitude.
double size(const Force& force);

// Averages what each thing presses with and says which one is beyond the limit. What pressed as the
// motion began comes on top of it; with `lifting` it does not count at all until it has let go.
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
