#include "vehicle/check.h"

#include <gazebo/common/SystemPaths.hh>

#include "core/input_error.h"
#include "vehicle/law/parameters_reader.h"
#include "vehicle/model_path.h"

namespace sim {

std::string check_vehicle(const sdf::ElementPtr& plugin) {
  try {
    vehicle::plugin_parameters(plugin);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

namespace vehicle {

VehicleParameters plugin_parameters(const sdf::ElementPtr& plugin) {
  const std::string uri =
      plugin->HasElement("parameters") ? plugin->Get<std::string>("parameters") : "";
  if (uri.empty()) {
    throw InputError("plugin " + plugin->Get<std::string>("name"),
                     "has no <parameters>; name the vehicle's YAML file there");
  }
  const auto& folders = gazebo::common::SystemPaths::Instance()->GetModelPaths();
  return load_parameters(resolve(uri, {folders.begin(), folders.end()}));
}

}  // namespace vehicle
}  // namespace sim
