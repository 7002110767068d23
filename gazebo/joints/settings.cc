#include "joints/settings.h"

#include <cmath>

namespace sim {
namespace joints {
namespace {

// SDF's value for an unlimited joint.
constexpr double NO_LIMIT = 1e15;

// Call `use` for each child of a tag, or for all children.
template <class Use>
void for_each(const sdf::ElementPtr& parent, const std::string& tag, const Use& use) {
  for (auto child = parent->GetFirstElement(); child; child = child->GetNextElement()) {
    if (tag.empty() || child->GetName() == tag) use(child);
  }
}

double limit(const sdf::ElementPtr& joint, const char* name) {
  const double value = joint->GetElement("axis")->GetElement("limit")->Get<double>(name);
  return std::abs(value) < NO_LIMIT ? value : std::copysign(UNLIMITED, value);
}

void add_joint(const sdf::ElementPtr& joint, std::vector<MovableJoint>& to) {
  const auto type = joint->Get<std::string>("type");
  if (type != "revolute" && type != "continuous" && type != "prismatic") return;
  to.push_back({joint->Get<std::string>("name"), joint->Get<std::string>("child"),
                type == "prismatic", limit(joint, "lower"), limit(joint, "upper")});
}

PluginText plugin_of(const sdf::ElementPtr& plugin) {
  PluginText found{plugin->Get<std::string>("filename"), plugin->Get<std::string>("name")};
  for_each(plugin, "", [&](const sdf::ElementPtr& child) {
    const auto value = child->GetValue();
    PluginElement element{child->GetName(), value ? value->GetAsString() : ""};
    for (unsigned int index = 0; index < child->GetAttributeCount(); ++index) {
      const auto attribute = child->GetAttribute(index);
      element.attributes[attribute->GetKey()] = attribute->GetAsString();
    }
    found.elements.push_back(element);
  });
  return found;
}

}  // namespace

Mechanism read_mechanism(const sdf::ElementPtr& model) {
  ModelText text{model->Get<std::string>("name"), model->Get<bool>("static")};
  for_each(model, "link", [&](const auto& link) {
    text.links.push_back(link->template Get<std::string>("name"));
  });
  for_each(model, "joint", [&](const auto& joint) { add_joint(joint, text.joints); });
  for_each(model, "plugin", [&](const auto& plugin) { text.plugins.push_back(plugin_of(plugin)); });
  return read_mechanism(text);
}

}  // namespace joints

std::string check_mechanism(const sdf::ElementPtr& model) {
  try {
    joints::read_mechanism(model);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace sim
