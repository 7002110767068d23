#include "sensors/gazebo_ros_tags.h"

#include <dlfcn.h>

namespace sim {
namespace {

const std::string FAMILY = "libgazebo_ros_";

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
  for (auto plugin = sensor->GetElement("plugin"); plugin && !plugin_; plugin = plugin->GetNextElement("plugin")) {
    const auto path = plugin->Get<std::string>("filename"), file = path.substr(path.rfind('/') + 1);
    if (file.compare(0, FAMILY.size(), FAMILY) == 0 && !plugin_loaded(file)) plugin_ = plugin;
  }
}

std::string GazeboRosTags::value(const std::string& tag) const {
  return plugin_ && plugin_->HasElement(tag) ? plugin_->Get<std::string>(tag) : "";
}

double GazeboRosTags::number(const std::string& tag, double usual) const {
  return plugin_ && plugin_->HasElement(tag) ? plugin_->Get<double>(tag) : usual;
}

std::string GazeboRosTags::topic(const std::string& model, const std::string& tag, const std::string& usual) const {
  const std::string camera = value("cameraName"), given = value(tag);
  if (camera.empty() && given.empty()) return "";
  const bool placed = plugin_->HasElement("robotNamespace");
  const std::string space = joined("/", placed ? value("robotNamespace") : model);
  return joined(joined(space, camera), given.empty() ? usual : given);
}

}  // namespace sim
