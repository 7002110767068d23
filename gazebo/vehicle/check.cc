#include "vehicle/check.h"

#include <string>
#include <vector>

#include <gazebo/common/SystemPaths.hh>

#include "core/input_error.h"
#include "vehicle/law/checks.h"
#include "vehicle/law/parameters_reader.h"
#include "vehicle/model_path.h"

namespace sim {

namespace {

double mass_of(const sdf::ElementPtr& model) {
  double mass = 0.0;
  if (!model->HasElement("link")) return mass;
  for (auto link = model->GetElement("link"); link; link = link->GetNextElement("link"))
    mass += link->GetElement("inertial")->Get<double>("mass");
  return mass;
}

}  // namespace

std::string check_vehicle(const sdf::ElementPtr& model, const sdf::ElementPtr& plugin,
                          double step) {
  try {
    const auto description = vehicle::plugin_description(plugin);
    vehicle::check_vehicle_model(description.parameters, mass_of(model), step);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

namespace vehicle {

namespace {

std::string text(const sdf::ElementPtr& plugin, const std::string& name) {
  return plugin->HasElement(name) ? plugin->Get<std::string>(name) : "";
}

}  // namespace

Description plugin_description(const sdf::ElementPtr& plugin) {
  const std::string uri = text(plugin, "parameters"), tir = text(plugin, "tir");
  if (uri.empty()) {
    throw InputError("plugin " + plugin->Get<std::string>("name"),
                     "has no <parameters>; name the vehicle's YAML file there");
  }
  const auto& paths = gazebo::common::SystemPaths::Instance()->GetModelPaths();
  const std::vector<std::string> folders(paths.begin(), paths.end());
  return {load_parameters(resolve(uri, folders)),
          choose_tyre(text(plugin, "tyre"), tir.empty() ? "" : resolve(tir, folders))};
}

}  // namespace vehicle
}  // namespace sim
