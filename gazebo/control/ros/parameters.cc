#include "control/ros/parameters.h"

#include <algorithm>
#include <cmath>

#include "laws/input_error.h"

namespace sim::control {

void Parameters::refuse(const std::string& key, const std::string& what) const {
  throw InputError("parameter " + path(key), what);
}

std::string Parameters::text(const std::string& key) const {
  std::string found;
  if (!node_.getParam(key, found) || found.empty()) refuse(key, "is missing; write a name");
  return found;
}

std::string Parameters::text(const std::string& key, const std::string& usual) const {
  return has(key) ? text(key) : usual;
}

double Parameters::number(const std::string& key) const {
  double found = 0.0;
  if (!node_.getParam(key, found) || !std::isfinite(found)) refuse(key, "must be a finite number");
  return found;
}

double Parameters::number(const std::string& key, double usual) const {
  return has(key) ? number(key) : usual;
}

double Parameters::positive(const std::string& key, double usual) const {
  const double found = number(key, usual);
  if (found < 0.0) refuse(key, "is negative; write a number of at least 0");
  return found;
}

bool Parameters::flag(const std::string& key, bool usual) const {
  bool found = usual;
  if (has(key) && !node_.getParam(key, found)) refuse(key, "must be true or false");
  return found;
}

std::vector<std::string> Parameters::names(const std::string& key) const {
  std::vector<std::string> found;
  std::string one;
  if (node_.getParam(key, one)) {
    found.push_back(one);
  } else if (!node_.getParam(key, found) || found.empty()) {
    refuse(key, "must be a list of names; write [joint_1, joint_2]");
  }
  for (const std::string& name : found) {
    if (std::count(found.begin(), found.end(), name) > 1)
      refuse(key, "names " + name + " twice; name each joint once");
  }
  return found;
}

std::vector<double> Parameters::numbers(const std::string& key,
                                        const std::vector<double>& usual) const {
  std::vector<double> found;
  if (!has(key)) return usual;
  if (!node_.getParam(key, found) || found.size() != usual.size())
    refuse(key, "must be a list of " + std::to_string(usual.size()) + " numbers");
  return found;
}

std::optional<Gains> Parameters::gains(const std::string& key) const {
  if (!has(key + "/p")) return std::nullopt;
  Gains gains;
  gains.p = number(key + "/p");
  gains.i = number(key + "/i", 0.0);
  gains.d = number(key + "/d", 0.0);
  const double clamp = std::abs(number(key + "/i_clamp", 0.0));
  gains.least = number(key + "/i_clamp_min", -clamp);
  gains.most = number(key + "/i_clamp_max", clamp);
  gains.antiwindup = flag(key + "/antiwindup", false);
  if (gains.least > gains.most) refuse(key, "i_clamp_min is above i_clamp_max; exchange them");
  return gains;
}

Gains Parameters::required_gains(const std::string& key) const {
  const auto found = gains(key);
  if (!found) refuse(key + "/p", "is missing; write p, and i and d if needed");
  return *found;
}

}  // namespace sim::control
