// Parameters of a controller from its YAML file. InputError names the parameter and the allowed
// values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ros/node_handle.h>

#include "laws/control/pid.h"

namespace sim::control {

class Parameters {
 public:
  explicit Parameters(const ros::NodeHandle& node) : node_(node) {}

  bool has(const std::string& key) const { return node_.hasParam(key); }
  std::string text(const std::string& key) const;
  std::string text(const std::string& key, const std::string& usual) const;
  double number(const std::string& key) const;
  double number(const std::string& key, double usual) const;
  // A finite number that is not negative.
  double positive(const std::string& key, double usual) const;
  bool flag(const std::string& key, bool usual) const;
  // A list of names, or one; each once.
  std::vector<std::string> names(const std::string& key) const;
  std::vector<double> numbers(const std::string& key, const std::vector<double>& usual) const;
  // Return p, i, d, i_clamp or i_clamp_min and i_clamp_max, antiwindup below a key; nothing without
  // p.
  std::optional<Gains> gains(const std::string& key) const;
  // The same where they must be there.
  Gains required_gains(const std::string& key) const;

  std::string path(const std::string& key) const { return node_.resolveName(key); }

 private:
  [[noreturn]] void refuse(const std::string& key, const std::string& what) const;

  ros::NodeHandle node_;
};

}  // namespace sim::control
