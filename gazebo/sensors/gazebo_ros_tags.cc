#include "sensors/gazebo_ros_tags.h"

#include <algorithm>
#include <iterator>

#include <dlfcn.h>

namespace sim {
namespace {

const std::string FAMILIES[] = {"libgazebo_ros_", "libhector_gazebo_ros_"};

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

std::string GazeboRosTags::topic(const std::string& model, const std::string& tag,
                                 const std::string& usual, const std::string& camera) const {
  const std::string given = value(tag), name = joined(joined(value("cameraName"), camera),
                                                      given.empty() ? usual : given);
  // As gazebo_ros does: none is none, an empty one the model's name.
  const bool placed = plugin_->HasElement("robotNamespace");
  const std::string named = value("robotNamespace");
  return joined(joined("/", placed && named.empty() ? model : named), name);
}

}  // namespace sim
