#include "robot_plugins/robot_plugin.h"

#include <algorithm>
#include <map>
#include <string>

#include <gazebo/common/Console.hh>
#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>
#include <ros/console.h>

#include "laws/input_error.h"

namespace sim::robot_plugins {
namespace {

std::string text_of(const sdf::ElementPtr& element) {
  return element->GetValue() ? element->GetValue()->GetAsString() : "";
}

// Return the texts of a plugin's elements, and of repeated ones the attributes and elements of
// each.
std::map<std::string, std::string> texts_of(const sdf::ElementPtr& plugin, const char* row_tag) {
  std::map<std::string, std::string> found;
  int rows = 0;
  for (auto child = plugin->GetFirstElement(); child; child = child->GetNextElement()) {
    if (row_tag == nullptr || child->GetName() != row_tag) {
      found.emplace(child->GetName(), text_of(child));
      continue;
    }
    const std::string row = row_tag + ("/" + std::to_string(rows++)) + "/";
    found.emplace(row, "");
    for (std::size_t index = 0; index < child->GetAttributeCount(); ++index) {
      const auto attribute = child->GetAttribute(static_cast<unsigned int>(index));
      found.emplace(row + attribute->GetKey(), attribute->GetAsString());
    }
    for (auto part = child->GetFirstElement(); part; part = part->GetNextElement())
      found.emplace(row + part->GetName(), text_of(part));
  }
  return found;
}

void add_links(const gazebo::physics::Model& model, const std::string& prefix,
               std::vector<std::string>* names) {
  for (const auto& link : model.GetLinks()) names->push_back(prefix + link->GetName());
  for (const auto& nested : model.NestedModels())
    add_links(*nested, prefix + nested->GetName() + "::", names);
}

ModelNames names_of(const gazebo::physics::ModelPtr& model) {
  ModelNames names;
  for (const auto& joint : model->GetJoints())
    (joint->DOF() > 0 ? names.movable_joints : names.fixed_joints).push_back(joint->GetName());
  add_links(*model, "", &names.links);
  return names;
}

Settings read(const char* filename, const gazebo::physics::ModelPtr& model,
              const sdf::ElementPtr& plugin) {
  const std::string name = plugin->Get<std::string>("name");
  const std::string where = model->GetName() + ": plugin " + name;
  if (model->IsStatic())
    throw InputError(where, "the model is static and lacks joints; remove <static>");
  const Kind* const kind = kind_of(filename);
  Settings settings(filename, name, model->GetName(),
                    texts_of(plugin, kind == nullptr ? nullptr : kind->row_tag), names_of(model));
  std::string tags;
  for (const std::string& tag : settings.unknown())
    tags += (tags.empty() ? "<" : ", <") + tag + ">";
  if (!tags.empty()) ROS_WARN("%s: %s takes no %s: ignored", where.c_str(), filename, tags.c_str());
  return settings;
}

}  // namespace

void RobotPlugin::Load(gazebo::physics::ModelPtr model, sdf::ElementPtr plugin) {
  // gzserver does not survive a plugin that throws.
  try {
    part_ = make_(model, read(filename_, model, plugin));
    connect(Simulator::instance(), model);
  } catch (const std::exception& error) {
    // Before roscpp has started, its console still writes to the screen.
    ROS_ERROR("%s; this plugin does not run", error.what());
    stop();
  }
}

// Callbacks may still run when the model is removed, so they hold weak references.
void RobotPlugin::connect(Simulator& simulator, const gazebo::physics::ModelPtr& model) {
  const std::weak_ptr<Part> weak = part_;
  simulator.attach(model->GetWorld());
  connections_.push_back(simulator.on_ready([weak, &simulator, name = model->GetName()] {
    const auto part = weak.lock();
    if (!part) return;
    try {
      part->advertise(simulator);
    } catch (const std::exception& error) {
      ROS_ERROR("model %s has no topics for a plugin: %s", name.c_str(), error.what());
    }
  }));
  connections_.push_back(simulator.before_step([weak](double time, double dt) {
    if (const auto part = weak.lock()) part->before_step(time, dt);
  }));
  connections_.push_back(simulator.after_step([weak, &simulator](double time) {
    if (const auto part = weak.lock()) part->after_step(time, simulator.step_size());
  }));
  connections_.push_back(simulator.on_reset([weak](bool) {
    if (const auto part = weak.lock()) part->reset();
  }));
  connections_.push_back(simulator.on_stop([this] { stop(); }));
}

void RobotPlugin::stop() {
  connections_.clear();
  part_.reset();
}

gazebo::physics::LinkPtr link_of(const gazebo::physics::ModelPtr& model, const Settings& settings,
                                 const std::string& tag) {
  const std::string& name = settings.text(tag);
  for (const std::string& scoped : {name, model->GetScopedName() + "::" + name}) {
    const auto link = model->GetLink(scoped);
    if (link) return link;
  }
  throw InputError(model->GetName() + ": plugin of " + settings.kind().filename,
                   "<" + tag + "> is '" + name + "', which is not a link of the model");
}

double update_rate(const Settings& settings, const gazebo::physics::ModelPtr& model,
                   const char* tag) {
  const double rate = settings.number(tag),
               fastest = 1.0 / model->GetWorld()->Physics()->GetMaxStepSize();
  return rate > 0.0 ? std::min(rate, fastest) : fastest;
}

}  // namespace sim::robot_plugins
