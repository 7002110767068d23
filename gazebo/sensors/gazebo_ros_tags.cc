#include "sensors/gazebo_ros_tags.h"

#include <algorithm>
#include <iterator>

#include <dlfcn.h>

#include "core/tf_prefix.h"
#include "laws/robot_plugins/sensor_plugins.h"

namespace sim {
namespace {

const std::string FAMILIES[] = {"libgazebo_ros_", "libhector_gazebo_ros_"};

// Plugins with frames below their namespace if tf_prefix is not given, as in upstream's code.
const std::string PLACED[] = {"libgazebo_ros_camera.so",       "libgazebo_ros_multicamera.so",
                              "libgazebo_ros_depth_camera.so", "libgazebo_ros_openni_kinect.so",
                              "libgazebo_ros_laser.so",        "libgazebo_ros_gpu_laser.so"};

const std::string OTHERWISE_PLACED = "libgazebo_ros_imu_sensor.so";

bool known(const std::string& file) {
  return std::any_of(std::begin(FAMILIES), std::end(FAMILIES), [&](const std::string& family) {
    return file.compare(0, family.size(), family) == 0;
  });
}

std::string joined(const std::string& space, const std::string& name) {
  if (name.empty()) return space;
  if (name.front() == '/' || space.empty()) return name;
  return space.back() == '/' ? space + name : space + "/" + name;
}

std::string without_slashes(const std::string& name) {
  const auto first = name.find_first_not_of('/');
  if (first == std::string::npos) return "";
  return name.substr(first, name.find_last_not_of('/') + 1 - first);
}

}  // namespace

bool plugin_loaded(const std::string& file) {
  void* library = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (library) dlclose(library);
  return library != nullptr;
}

GazeboRosTags::GazeboRosTags(const sdf::ElementPtr& sensor) {
  if (!sensor || !sensor->HasElement("plugin")) return;
  for (auto plugin = sensor->GetElement("plugin"); plugin && !plugin_;
       plugin = plugin->GetNextElement("plugin")) {
    const auto path = plugin->Get<std::string>("filename"), file = path.substr(path.rfind('/') + 1);
    if (!known(file) || plugin_loaded(file)) continue;
    plugin_ = plugin;
    file_ = file;
  }
}

std::string GazeboRosTags::value(const std::string& tag) const {
  return plugin_ && plugin_->HasElement(tag) ? plugin_->Get<std::string>(tag) : "";
}

double GazeboRosTags::number(const std::string& tag, double usual) const {
  return plugin_ && plugin_->HasElement(tag) ? plugin_->Get<double>(tag) : usual;
}

std::string GazeboRosTags::ignored() const {
  std::string found;
  if (!plugin_) return found;
  for (auto child = plugin_->GetFirstElement(); child; child = child->GetNextElement()) {
    const auto value = child->GetValue();
    if (!robot_plugins::sensor_plugin_takes(file_, child->GetName(),
                                            value ? value->GetAsString() : ""))
      found += (found.empty() ? "<" : ", <") + child->GetName() + ">";
  }
  return found;
}

bool GazeboRosTags::flag(const std::string& tag) const {
  return plugin_ && plugin_->HasElement(tag) && plugin_->Get<bool>(tag);
}

std::array<double, 3> GazeboRosTags::triple(const std::string& tag) const {
  if (!plugin_ || !plugin_->HasElement(tag)) return {};
  const auto given = plugin_->Get<ignition::math::Vector3d>(tag);
  return {given.X(), given.Y(), given.Z()};
}

std::string GazeboRosTags::topic(const std::string& model, const std::string& tag,
                                 const std::string& usual, const std::string& camera) const {
  const std::string given = value(tag), name = joined(joined(value("cameraName"), camera),
                                                      given.empty() ? usual : given);
  return joined(space(model), name);
}

std::string GazeboRosTags::frame(const std::string& model) const {
  const std::string given = value("frameName").empty() ? value("frameId") : value("frameName");
  if (given.empty()) return "";
  if (given.front() == '/') return given.substr(1);
  const std::string place = space(model);
  std::string prefix = without_slashes(tf_prefix(place));
  if (prefix.empty() && std::find(std::begin(PLACED), std::end(PLACED), file_) != std::end(PLACED))
    prefix = without_slashes(place);
  return joined(prefix, given);
}

std::string GazeboRosTags::space(const std::string& model) const {
  // As in gazebo_ros: an absent element means the root, an empty one the model's name; for
  // imu_sensor it is the other way round.
  const bool placed = plugin_->HasElement("robotNamespace") != (file_ == OTHERWISE_PLACED);
  const std::string named = value("robotNamespace");
  return joined("/", placed && named.empty() ? model : named);
}

}  // namespace sim
