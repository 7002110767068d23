// Topics and frames of a sensor's gazebo_ros plugin; they apply if that plugin itself could not be
// loaded.
#pragma once

#include <array>
#include <string>

#include <sdf/Element.hh>

namespace sim {

class GazeboRosTags {
 public:
  // Of the first <plugin> libgazebo_ros_*.so (or hector's) of a sensor that gzserver has not
  // loaded.
  explicit GazeboRosTags(const sdf::ElementPtr& sensor);

  bool there() const { return plugin_ != nullptr; }
  // File of the plugin; empty without a plugin.
  const std::string& file() const { return file_; }
  // Text of a parameter; empty if it is not given.
  std::string value(const std::string& tag) const;
  double number(const std::string& tag, double usual) const;
  // Tags without effect here, parted by commas.
  std::string ignored() const;
  // False and zeros if it is not given.
  bool flag(const std::string& tag) const;
  std::array<double, 3> triple(const std::string& tag) const;
  // The topic that `tag` names, else `usual`, within the plugin's namespace, <cameraName> and the
  // `camera` of a multicamera.
  std::string topic(const std::string& model, const std::string& tag, const std::string& usual,
                    const std::string& camera) const;
  // The frame of the messages below the prefix of the plugin's namespace; empty where none is
  // given.
  std::string frame(const std::string& model) const;

 private:
  // Namespace of the plugin's topics: "/" is the root, else "/name".
  std::string space(const std::string& model) const;

  sdf::ElementPtr plugin_;
  std::string file_;
};

// Return whether gzserver has loaded a plugin.
bool plugin_loaded(const std::string& file);

}  // namespace sim
