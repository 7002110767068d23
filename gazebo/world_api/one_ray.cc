#include "world_api/one_ray.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <dlfcn.h>
#include <gazebo/common/SystemPaths.hh>

#include "sensors/sensing.h"

namespace sim {
namespace {

const std::string LIDAR_LIBRARY = "libsim_lidar.so";
const std::string RADAR_LIBRARY = "libsim_radar.so";

bool loads(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY);
  if (handle) dlclose(handle);
  return handle != nullptr;
}

// Return whether a plugin is on Gazebo's search path.
bool can_be_loaded(const std::string& file) {
  const auto& folders = gazebo::common::SystemPaths::Instance()->GetPluginPaths();
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) {
                       std::error_code ignored;
                       return std::filesystem::exists(std::filesystem::path(folder) / file,
                                                      ignored);
                     }) ||
         loads(file);
}

sdf::ElementPtr plugin_of(const sdf::ElementPtr& sensor, bool (*suits)(const std::string& file)) {
  if (!sensor->HasElement("plugin")) return nullptr;
  for (auto plugin = sensor->GetElement("plugin"); plugin;
       plugin = plugin->GetNextElement("plugin")) {
    if (suits(plugin->Get<std::string>("filename"))) return plugin;
  }
  return nullptr;
}

sdf::ElementPtr lidar_plugin(const sdf::ElementPtr& sensor) {
  auto plugin = plugin_of(sensor, [](const std::string& file) {
    return std::filesystem::path(file).filename() == LIDAR_LIBRARY;
  });
  if (!plugin) {
    plugin = sensor->AddElement("plugin");
    plugin->GetAttribute("name")->Set("sim_lidar");
    plugin->GetAttribute("filename")->Set(LIDAR_LIBRARY);
  }
  return plugin;
}

void leave_one_ray_in(const sdf::ElementPtr& sensor) {
  const bool read_by_others =
      plugin_of(sensor, [](const std::string& file) {
        const auto name = std::filesystem::path(file).filename();
        return name != LIDAR_LIBRARY && name != RADAR_LIBRARY && can_be_loaded(file);
      }) != nullptr;
  if (sensor->Get<std::string>("type") != "ray" || read_by_others) return;
  const auto scan = sensor->GetElement("ray")->GetElement("scan");
  const auto plugin = lidar_plugin(sensor);
  if (!plugin->HasElement("scan")) plugin->InsertElement(scan->Clone());
  for (const char* direction : {"horizontal", "vertical"}) {
    if (scan->HasElement(direction)) scan->GetElement(direction)->GetElement("samples")->Set(1u);
  }
}

void each_child(const sdf::ElementPtr& parent, const std::string& name,
                void (*action)(const sdf::ElementPtr&)) {
  if (!parent->HasElement(name)) return;
  for (auto child = parent->GetElement(name); child; child = child->GetNextElement(name))
    action(child);
}

}  // namespace

void leave_one_ray(const sdf::ElementPtr& model) {
  if (!Sensing::started()) return;
  each_child(model, "model", leave_one_ray);
  each_child(model, "link",
             [](const sdf::ElementPtr& link) { each_child(link, "sensor", leave_one_ray_in); });
}

}  // namespace sim
