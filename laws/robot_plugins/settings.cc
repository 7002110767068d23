#include "laws/robot_plugins/settings.h"

#include <algorithm>
#include <sstream>

#include "laws/input_error.h"
#include "laws/plugin_text.h"

namespace sim::robot_plugins {
namespace {

std::string without_slashes(const std::string& text) {
  const std::size_t first = text.find_first_not_of('/');
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of('/') - first + 1);
}

// A tag as the user has written it: that of a row (TAG/NUMBER/NAME) without the number.
std::string shown(const std::string& tag) {
  const std::size_t first = tag.find('/'), last = tag.rfind('/');
  return first == std::string::npos ? tag : tag.substr(0, first) + tag.substr(last);
}

std::vector<std::string> parted(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string name; std::getline(stream, name, ',');) {
    if (!trimmed(name).empty()) found.push_back(trimmed(name));
  }
  return found;
}

std::string wanted(Type type) {
  switch (type) {
    case Type::FLAG:
      return "true or false";
    case Type::NUMBER:
      return "a number";
    case Type::AT_LEAST_ZERO:
      return "a number of at least 0";
    case Type::ABOVE_ZERO:
      return "a number above 0";
    case Type::TRIPLE:
      return "three numbers";
    case Type::TRIPLE_OR_ONE:
      return "three numbers, or one for all three";
    case Type::ODOMETRY_SOURCE:
      return "encoder or world";
    default:
      return "a name";
  }
}

bool right(Type type, const std::string& text) {
  const std::vector<double> numbers = numbers_of(text);
  switch (type) {
    case Type::FLAG:
      return text == "true" || text == "false";
    case Type::NUMBER:
      return numbers.size() == 1;
    case Type::AT_LEAST_ZERO:
      return numbers.size() == 1 && numbers[0] >= 0.0;
    case Type::ABOVE_ZERO:
      return numbers.size() == 1 && numbers[0] > 0.0;
    case Type::TRIPLE:
      return numbers.size() == 3;
    case Type::TRIPLE_OR_ONE:
      return numbers.size() == 3 || numbers.size() == 1;
    case Type::ODOMETRY_SOURCE:
      return text == "encoder" || text == "world";
    case Type::TEXT_OR_NONE:
      return true;
    default:
      return !text.empty();
  }
}

}  // namespace

Settings::Settings(const std::string& filename, const std::string& plugin, const std::string& model,
                   const std::map<std::string, std::string>& given, const ModelNames& names)
    : kind_(kind_of(filename)), where_(model + ": plugin " + plugin) {
  if (kind_ == nullptr) throw InputError(where_, filename + " is not a supported plugin");
  for (const Parameter& parameter : kind_->parameters) take(parameter, parameter.tag, given);
  if (kind_->row_tag != nullptr) take_rows(given);
  for (const auto& [tag, text] : given) {
    if (values_.count(tag) == 0 && tag.back() != '/' && tag != "robotNamespace")
      unknown_.push_back(shown(tag));
  }
  const auto named = given.find("robotNamespace");
  find_space(named == given.end() ? nullptr : &named->second, model);
  find_joints(names.movable_joints);
  check_names(names);
  if (kind_->row_tag != nullptr) check_rows(names.links);
}

void Settings::find_space(const std::string* named, const std::string& model) {
  // A namespace of "/" is the root for all of them.
  const std::string space = named == nullptr ? "" : trimmed(*named), bare = without_slashes(space);
  std::string found = bare;
  if (kind_->space == Usual::BELOW_MODEL) {
    found = model + "/" + (bare.empty() ? "wheel_slip" : bare);
  } else if (kind_->space == Usual::MODEL_WHERE_ABSENT
                 ? named == nullptr
                 : kind_->space == Usual::MODEL && space.empty()) {
    found = model;
  }
  space_ = found.empty() ? "" : "/" + found;
}

void Settings::take(const Parameter& parameter, const std::string& tag,
                    const std::map<std::string, std::string>& given) {
  const auto found = given.find(tag);
  if (found == given.end() && parameter.usual == nullptr)
    throw InputError(where_,
                     "has no <" + shown(tag) + ">; write " + wanted(parameter.type) + " there");
  std::string text = found == given.end() ? parameter.usual : trimmed(found->second);
  if (parameter.type == Type::FLAG) {
    text = lower(text);
    if (text == "1") text = "true";
    if (text == "0") text = "false";
  }
  values_[tag] = text;
  check(parameter, tag);
}

void Settings::take_rows(const std::map<std::string, std::string>& given) {
  const std::string tag = kind_->row_tag, first = kind_->row_parameters.front().tag;
  // A plugin without any joint setting reports the tag alone.
  const auto there = [&](const std::string& prefix) {
    const auto found = given.lower_bound(prefix);
    return found != given.end() && found->first.compare(0, prefix.size(), prefix) == 0;
  };
  for (; there(row(rows_, "")); ++rows_) {
    for (const Parameter& parameter : kind_->row_parameters)
      take(parameter, row(rows_, parameter.tag), given);
  }
  if (rows_ == 0)
    throw InputError(where_,
                     "has no <" + tag + " " + first + "=\"...\">; write one for each " + tag);
}

void Settings::check(const Parameter& parameter, const std::string& tag) const {
  const std::string& text = values_.at(tag);
  if (!right(parameter.type, text))
    throw InputError(where_,
                     "<" + shown(tag) + "> is '" + text + "'; write " + wanted(parameter.type));
}

void Settings::find_joints(const std::vector<std::string>& joints) {
  for (const std::string tag : kind_->joint_tags) {
    for (const std::string& name : parted(text(tag))) {
      if (!contains(joints, name))
        throw InputError(
            where_, "<" + tag + "> names '" + name +
                        "', which is not a movable joint of the model; joints: " + listed(joints));
      if (contains(joints_, name))
        throw InputError(where_, "<" + tag + "> names '" + name + "' again; name each joint once");
      joints_.push_back(name);
    }
  }
}

void Settings::check_names(const ModelNames& names) {
  for (const std::string tag : kind_->link_tags) {
    if (text(tag).empty() && !names.links.empty()) values_[tag] = names.links.front();
    if (!contains(names.links, text(tag)))
      throw InputError(where_, "<" + tag + "> is '" + text(tag) + "'; write one of the links " +
                                   listed(names.links));
  }
  std::vector<std::string> joints = names.movable_joints;
  joints.insert(joints.end(), names.fixed_joints.begin(), names.fixed_joints.end());
  for (const std::string tag : kind_->any_joint_tags) {
    if (!contains(joints, text(tag)))
      throw InputError(where_,
                       "<" + tag + "> names '" + text(tag) +
                           "', which is not a joint of the model; joints: " + listed(joints) +
                           " (gzserver keeps a URDF's fixed joint where a <gazebo> tag "
                           "with <preserveFixedJoint> refers to it)");
  }
}

void Settings::check_rows(const std::vector<std::string>& links) const {
  const std::string first = kind_->row_parameters.front().tag;
  std::vector<std::string> before;
  for (std::size_t number = 0; number < rows_; ++number) {
    const std::string& name = text(row(number, first));
    if (!contains(links, name))
      throw InputError(where_, "<" + shown(row(number, first)) + "> is '" + name +
                                   "'; write one of the links " + listed(links));
    if (contains(before, name))
      throw InputError(where_, "<" + shown(row(number, first)) + "> names '" + name +
                                   "' again; name each link once");
    before.push_back(name);
  }
}

std::string Settings::row(std::size_t number, const std::string& name) const {
  return std::string(kind_->row_tag) + "/" + std::to_string(number) + "/" + name;
}

double Settings::number(const std::string& tag) const { return numbers_of(text(tag)).at(0); }

bool Settings::flag(const std::string& tag) const { return text(tag) == "true"; }

std::array<double, 3> Settings::triple(const std::string& tag) const {
  const std::vector<double> numbers = numbers_of(text(tag));
  if (numbers.size() == 1) return {numbers[0], numbers[0], numbers[0]};
  return {numbers.at(0), numbers.at(1), numbers.at(2)};
}

std::string Settings::topic_named(const std::string& name) const {
  return name.front() == '/' ? name : space_ + "/" + name;
}

std::string Settings::frame_prefix(const std::string& tf_prefix) const {
  const std::string given = without_slashes(tf_prefix);
  return given.empty() && kind_->frames_below_namespace ? without_slashes(space_) : given;
}

std::string frame_below(const std::string& prefix, const std::string& frame) {
  if (frame.front() == '/') return frame.substr(1);
  return prefix.empty() ? frame : prefix + "/" + frame;
}

}  // namespace sim::robot_plugins
