#include "laws/joints/command.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "laws/input_error.h"
#include "laws/plugin_text.h"

namespace sim::joints {
namespace {

using Field = std::vector<double> Point::*;

const char* field_of(Control control) {
  return control == Control::POSITION   ? "positions"
         : control == Control::VELOCITY ? "velocities"
                                        : "effort";
}

const std::vector<double>& values_of(const Point& point, Control control) {
  return control == Control::POSITION   ? point.positions
         : control == Control::VELOCITY ? point.velocities
                                        : point.effort;
}

std::string names_of(const Controls& controls) {
  std::vector<std::string> names;
  for (const auto& control : controls) names.push_back(control.first);
  return listed(names);
}

std::string numbered(const std::string& name, std::size_t number) {
  return name + "[" + std::to_string(number) + "]";
}

std::string shown(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::vector<std::size_t> rows_of(const std::vector<std::string>& joints, const Controls& controls) {
  if (joints.empty())
    throw InputError("joint_names", "must not be empty; the joints are " + names_of(controls));
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const auto known = std::find_if(controls.begin(), controls.end(),
                                    [&](const auto& one) { return one.first == joints[k]; });
    if (known == controls.end()) {
      throw InputError(
          numbered("joint_names", k),
          "no joint '" + joints[k] + "' is driven here; the joints are " + names_of(controls));
    }
    const auto number = static_cast<std::size_t>(known - controls.begin());
    if (std::find(found.begin(), found.end(), number) != found.end())
      throw InputError("joint_names", "a joint is named twice: " + joints[k]);
    found.push_back(number);
  }
  return found;
}

void check_values(const std::string& where, const Point& point, std::size_t count) {
  const std::pair<const char*, Field> fields[] = {{"positions", &Point::positions},
                                                  {"velocities", &Point::velocities},
                                                  {"accelerations", &Point::accelerations},
                                                  {"effort", &Point::effort}};
  for (const auto& [name, field] : fields) {
    const std::vector<double>& values = point.*field;
    if (!values.empty() && values.size() != count) {
      throw InputError(where + "." + name, "has " + std::to_string(values.size()) + " values for " +
                                               std::to_string(count) + " joints");
    }
    for (const double value : values) {
      if (!std::isfinite(value))
        throw InputError(where + "." + name, "must be finite numbers, not " + shown(value));
    }
  }
}

// The form of control that a point's values are for.
Control form_of(const std::string& where, const Point& point) {
  if (!point.accelerations.empty() && point.velocities.empty())
    throw InputError(where + ".accelerations", "need velocities beside them");
  const bool by_position = !point.positions.empty(),
             by_velocity = !by_position && !point.velocities.empty();
  const bool effort = !point.effort.empty();
  const bool extra = by_position ? effort : !point.accelerations.empty() || (by_velocity && effort);
  if (extra)
    throw InputError(where,
                     "gives either positions with velocities and accelerations, or only "
                     "velocities, or only effort");
  return by_position ? Control::POSITION : by_velocity ? Control::VELOCITY : Control::EFFORT;
}

Knot knot(const Point& point, std::size_t column, Control control) {
  const double value = values_of(point, control)[column];
  if (control != Control::POSITION || point.velocities.empty())
    return {point.time, Degree::LINEAR, value};
  if (point.accelerations.empty())
    return {point.time, Degree::CUBIC, value, point.velocities[column]};
  return {point.time, Degree::QUINTIC, value, point.velocities[column],
          point.accelerations[column]};
}

}  // namespace

const char* name_of(Control control) {
  return control == Control::POSITION   ? "position"
         : control == Control::VELOCITY ? "velocity"
                                        : "effort";
}

std::optional<Control> control_of(const std::string& name) {
  for (const Control control : {Control::POSITION, Control::VELOCITY, Control::EFFORT}) {
    if (name == name_of(control)) return control;
  }
  return std::nullopt;
}

std::vector<std::pair<std::size_t, std::vector<Knot>>> knots_of(
    const std::vector<std::string>& joints, const std::vector<Point>& points,
    const Controls& controls) {
  const std::vector<std::size_t> numbers = rows_of(joints, controls);
  if (points.empty()) throw InputError("points", "must not be empty; give at least one");
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < points.size(); ++k) {
    const std::string where = numbered("points", k);
    check_values(where, points[k], joints.size());
    const Control form = form_of(where, points[k]);
    for (const std::size_t number : numbers) {
      const auto& [joint, control] = controls[number];
      if (control == form && !values_of(points[k], form).empty()) continue;
      throw InputError(where, "joint " + joint + " is controlled by " + name_of(control) +
                                  "; give " + field_of(control));
    }
    if (!(std::isfinite(points[k].time) && points[k].time >= 0.0 && points[k].time > last)) {
      throw InputError(
          where + ".time_from_start",
          shown(points[k].time) + " s must be at least 0 and above that of the point before");
    }
    last = points[k].time;
  }
  std::vector<std::pair<std::size_t, std::vector<Knot>>> found;
  for (std::size_t column = 0; column < numbers.size(); ++column) {
    std::vector<Knot> knots;
    knots.reserve(points.size());
    for (const Point& point : points)
      knots.push_back(knot(point, column, controls[numbers[column]].second));
    found.emplace_back(numbers[column], std::move(knots));
  }
  return found;
}

}  // namespace sim::joints
