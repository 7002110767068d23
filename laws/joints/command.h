// A command to some joints of a model, checked as a whole and turned into knots for each joint.
//
// Times count from the command's own time 0, in s; SI units.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "laws/joints/trajectory.h"

namespace sim::joints {

enum class Control { POSITION, VELOCITY, EFFORT };

const char* name_of(Control control);
// Return the control with a name; nothing for an unknown name.
std::optional<Control> control_of(const std::string& name);

// Target values of some joints at a time, one value for each joint; a quantity that is not given is
// empty.
struct Point {
  double time = 0.0;
  std::vector<double> positions, velocities, accelerations, effort;
};

// Control of each driven joint of a model, in order.
using Controls = std::vector<std::pair<std::string, Control>>;

// Number of a joint in `controls` and its knots, for each joint; InputError where anything is
// wrong.
std::vector<std::pair<std::size_t, std::vector<Knot>>> knots_of(
    const std::vector<std::string>& joints, const std::vector<Point>& points,
    const Controls& controls);

}  // namespace sim::joints
