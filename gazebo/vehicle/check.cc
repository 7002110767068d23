#include "vehicle/check.h"

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gazebo/common/SystemPaths.hh>
#include <ignition/math/Pose3.hh>

#include "laws/input_error.h"
#include "laws/vehicle/checks.h"
#include "vehicle/parameters_reader.h"
#include "laws/vehicle/vehicle.h"
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

std::vector<sdf::ElementPtr> children(const sdf::ElementPtr& parent, const std::string& name) {
  std::vector<sdf::ElementPtr> found;
  if (!parent->HasElement(name)) return found;
  for (auto child = parent->GetElement(name); child; child = child->GetNextElement(name))
    found.push_back(child);
  return found;
}

// Refuse links that nothing joins to the first one. Joints may lead through models within.
void check_joined(const sdf::ElementPtr& model) {
  const auto links = children(model, "link"), joints = children(model, "joint");
  if (links.empty() || model->HasElement("model")) return;
  const auto name = [](const sdf::ElementPtr& of) { return of->Get<std::string>("name"); };
  std::set<std::string> joined = {name(links.front())};
  for (std::size_t times = 0; times < joints.size(); ++times) {
    for (const auto& joint : joints) {
      const auto parent = joint->Get<std::string>("parent"),
                 child = joint->Get<std::string>("child");
      if (joined.count(parent) + joined.count(child) > 0) joined.insert({parent, child});
    }
  }
  for (const auto& link : links) {
    if (joined.count(name(link)) > 0) continue;
    throw InputError(
        name(model) + ": link " + name(link),
        "no joints lead from it to " + name(links.front()) + ", which is driven; add a joint");
  }
}

// Refuse wheels that are shown otherwise than the vehicle has them.
void check_shown_wheels(const sdf::ElementPtr& model, const vehicle::VehicleParameters& vehicle) {
  const auto links = children(model, "link");
  if (links.empty()) return;
  for (const auto& visual : children(links.front(), "visual")) {
    for (std::size_t index = 0; index < vehicle::WHEELS.size(); ++index) {
      if (visual->Get<std::string>("name") != std::string(vehicle::WHEELS[index]) + "_wheel")
        continue;
      const auto geometry = visual->GetElement("geometry");
      if (!geometry->HasElement("cylinder")) continue;
      const auto at = visual->Get<ignition::math::Pose3d>("pose");
      vehicle::check_shown_wheel(vehicle, index, at.Pos().X(), at.Pos().Y(),
                                 geometry->GetElement("cylinder")->Get<double>("radius"));
    }
  }
}

}  // namespace

std::string check_vehicle(const sdf::ElementPtr& model, const sdf::ElementPtr& plugin,
                          double step) {
  try {
    const auto description = vehicle::plugin_description(plugin);
    vehicle::check_model(model, description.parameters, step);
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

Vector point(const sdf::ElementPtr& plugin, const std::string& name) {
  const std::string given = text(plugin, name);
  std::istringstream words(given);
  Vector point{};
  std::string more;
  const bool three = static_cast<bool>(words >> point[0] >> point[1] >> point[2]);
  if (!three || words >> more) {
    throw InputError(
        "plugin " + plugin->Get<std::string>("name"),
        "<" + name + "> must be x y z in m, as <towed_by> needs it, not '" + given + "'");
  }
  return point;
}

Towing towing(const sdf::ElementPtr& plugin) {
  const std::string towed_by = text(plugin, "towed_by");
  if (towed_by.empty()) return {};
  return {towed_by, point(plugin, "coupling"), point(plugin, "ball")};
}

}  // namespace

void check_model(const sdf::ElementPtr& model, const VehicleParameters& parameters, double step) {
  if (model->HasElement("static") && model->Get<bool>("static"))
    throw InputError(model->Get<std::string>("name"),
                     "is static and cannot be driven; remove <static>");
  check_joined(model);
  check_shown_wheels(model, parameters);
  check_vehicle_model(parameters, mass_of(model), step);
}

Description plugin_description(const sdf::ElementPtr& plugin) {
  const std::string uri = text(plugin, "parameters"), tir = text(plugin, "tir");
  if (uri.empty()) {
    throw InputError("plugin " + plugin->Get<std::string>("name"),
                     "needs <parameters> with the name of the vehicle's YAML file");
  }
  const auto& paths = gazebo::common::SystemPaths::Instance()->GetModelPaths();
  const std::vector<std::string> folders(paths.begin(), paths.end());
  return {load_parameters(resolve(uri, folders)),
          choose_tyre(text(plugin, "tyre"), tir.empty() ? "" : resolve(tir, folders)),
          towing(plugin)};
}

}  // namespace vehicle
}  // namespace sim
