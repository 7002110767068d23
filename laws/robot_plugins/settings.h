// Checked settings of gazebo_plugins' model plugins, with the defaults of upstream's code
// (ros-simulation/gazebo_ros_pkgs, noetic-devel): one table for both simulators.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

namespace sim::robot_plugins {

enum class Type {
  TEXT,
  TEXT_OR_NONE,
  FLAG,
  NUMBER,
  AT_LEAST_ZERO,
  ABOVE_ZERO,
  TRIPLE,
  // Three numbers, or one that stands for all three.
  TRIPLE_OR_ONE,
  ODOMETRY_SOURCE
};

// A parameter by its tag; without `usual` it must be given.
struct Parameter {
  const char* tag;
  Type type;
  const char* usual;
};

// Default namespace of a plugin's topics without <robotNamespace>. ROOT: the root. MODEL: the
// model's name, also where the element is empty. MODEL_WHERE_ABSENT: the model's name only where
// the element is absent. BELOW_MODEL: always below the model's name; in wheel_slip only without
// <robotNamespace>.
enum class Usual { ROOT, MODEL, MODEL_WHERE_ABSENT, BELOW_MODEL };

// A kind of plugin by the name of its library.
struct Kind {
  const char* filename;
  Usual space;
  // True if frames are below the namespace when the parameter tf_prefix is not set.
  bool frames_below_namespace;
  // Tags that name one joint each, and one that names several, parted by commas.
  std::vector<const char*> joint_tags;
  std::vector<Parameter> parameters;
  // Tags that name a link each, by an empty text the model's first one, and that name a joint each
  // which need not move.
  std::vector<const char*> link_tags = {}, any_joint_tags = {};
  // An element that comes once or more, and what each of them has: attributes and elements alike.
  // The first of these names a link, each another one.
  const char* row_tag = nullptr;
  std::vector<Parameter> row_parameters = {};
};

// Names of a model's joints and links.
struct ModelNames {
  std::vector<std::string> movable_joints, fixed_joints, links;
};

// All kinds that both simulators run.
const std::vector<Kind>& kinds();
// Return the kind of this library; nullptr for any other library.
const Kind* kind_of(const std::string& filename);

// The parameters of one plugin in a model.
class Settings {
 public:
  // `given` has the text of each element of the plugin, of one that comes several times (row_tag)
  // as TAG/NUMBER/NAME, from 0. InputError names plugin and element.
  Settings(const std::string& filename, const std::string& plugin, const std::string& model,
           const std::map<std::string, std::string>& given, const ModelNames& names);

  const Kind& kind() const { return *kind_; }
  const std::string& text(const std::string& tag) const { return values_.at(tag); }
  double number(const std::string& tag) const;
  bool flag(const std::string& tag) const;
  std::array<double, 3> triple(const std::string& tag) const;
  // Number of occurrences of the repeated element, and the tag of a setting of one of them.
  std::size_t rows() const { return rows_; }
  std::string row(std::size_t number, const std::string& name) const;
  // The joints that it is about, in the order of its tags.
  const std::vector<std::string>& joints() const { return joints_; }
  // Namespace of its topics: "" is the root, else "/name".
  const std::string& space() const { return space_; }
  // Full name of the topic that a tag names.
  std::string topic(const std::string& tag) const { return topic_named(text(tag)); }
  std::string topic_named(const std::string& name) const;
  // The prefix of its frames, where the ROS parameter tf_prefix, as seen from its namespace, has
  // this value or is empty.
  std::string frame_prefix(const std::string& tf_prefix) const;
  // Tags of elements that mean nothing to it.
  const std::vector<std::string>& unknown() const { return unknown_; }

 private:
  void take(const Parameter& parameter, const std::string& tag,
            const std::map<std::string, std::string>& given);
  void take_rows(const std::map<std::string, std::string>& given);
  void check(const Parameter& parameter, const std::string& tag) const;
  void find_space(const std::string* named, const std::string& model);
  void find_joints(const std::vector<std::string>& joints);
  void check_names(const ModelNames& names);
  void check_rows(const std::vector<std::string>& links) const;

  const Kind* kind_;
  std::string where_;
  std::map<std::string, std::string> values_;
  std::vector<std::string> joints_, unknown_;
  std::size_t rows_ = 0;
  std::string space_;
};

// A frame below a prefix, as tf::resolve makes it.
std::string frame_below(const std::string& prefix, const std::string& frame);

}  // namespace sim::robot_plugins
