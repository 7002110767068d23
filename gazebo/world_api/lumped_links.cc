#include "world_api/lumped_links.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <ignition/math/Pose3.hh>

#include "laws/robot_plugins/settings.h"

namespace sim {
namespace {

using boost::property_tree::ptree;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

const std::set<std::string> TRUE_WORDS = {"true", "yes", "1"};

std::string attribute(const ptree& element, const std::string& name) {
  return boost::trim_copy(element.get("<xmlattr>." + name, ""));
}

std::string text_of(const ptree& element) { return boost::trim_copy(element.data()); }

Vector3d triple(const std::string& text) {
  Vector3d value;
  std::istringstream(text) >> value;
  return value;
}

// The `<origin>` of an element.
Pose3d origin(const ptree& element) {
  const ptree empty;
  const ptree& origin = element.get_child("origin", empty);
  const Vector3d rpy = triple(attribute(origin, "rpy"));
  return {triple(attribute(origin, "xyz")), ignition::math::Quaterniond(rpy)};
}

bool is_true(const ptree& tags, const std::string& tag) {
  const auto found = tags.get_child_optional(tag);
  return found && TRUE_WORDS.count(boost::to_lower_copy(text_of(*found))) > 0;
}

// Where a link of the URDF is in the converted model.
struct Place {
  std::string link;
  Pose3d pose;
};

class Lumping {
 public:
  explicit Lumping(const ptree& robot) {
    std::set<std::string> kept;
    for (const auto& [tag, element] : robot) {
      if (tag == "gazebo" &&
          (is_true(element, "preserveFixedJoint") || is_true(element, "disableFixedJointLumping")))
        kept.insert(attribute(element, "reference"));
    }
    for (const auto& [tag, joint] : robot) {
      const std::string parent = attribute(joint.get_child("parent", ptree()), "link");
      if (tag == "joint" && attribute(joint, "type") == "fixed" && parent != "world" &&
          kept.count(attribute(joint, "name")) == 0)
        parents_[attribute(joint.get_child("child", ptree()), "link")] = {parent, origin(joint)};
    }
  }

  bool lumps(const std::string& link) const { return parents_.count(link) > 0; }

  Place place(std::string link) const {
    Pose3d pose;
    // A cycle of joints is refused by sdformat before.
    for (std::size_t depth = 0; depth <= parents_.size() && lumps(link); ++depth) {
      const Place& parent = parents_.at(link);
      pose = pose + parent.pose;
      link = parent.link;
    }
    return {link, pose};
  }

 private:
  std::map<std::string, Place> parents_;
};

sdf::ElementPtr named(const sdf::ElementPtr& parent, const std::string& tag,
                      const std::string& name, int skipped = 0) {
  if (!parent || !parent->HasElement(tag)) return nullptr;
  for (auto child = parent->GetElement(tag); child; child = child->GetNextElement(tag)) {
    if (child->Get<std::string>("name") == name && skipped-- == 0) return child;
  }
  return nullptr;
}

void remove(const sdf::ElementPtr& plugin, const std::string& tag) {
  while (plugin->HasElement(tag)) plugin->RemoveChild(plugin->GetElement(tag));
}

void set_text(const sdf::ElementPtr& plugin, const std::string& tag, const std::string& text) {
  remove(plugin, tag);
  const auto element = std::make_shared<sdf::Element>();
  element->SetName(tag);
  element->AddValue("string", text, true);
  plugin->InsertElement(element);
}

std::string shown(const Vector3d& values) {
  std::ostringstream text;
  text.precision(17);
  text << values.X() << " " << values.Y() << " " << values.Z();
  return text.str();
}

bool takes(const robot_plugins::Kind& kind, const std::string& tag) {
  return std::any_of(kind.parameters.begin(), kind.parameters.end(),
                     [&](const robot_plugins::Parameter& one) { return tag == one.tag; });
}

void place_plugin(const ptree& plugin, const Lumping& lumping, const sdf::ElementPtr& element) {
  const auto* const kind = robot_plugins::kind_of(attribute(plugin, "filename"));
  if (kind == nullptr || !element) return;
  // sdformat adds offsets that are not in the file.
  for (const char* tag : {"xyzOffset", "rpyOffset", "frameName"}) {
    const auto given = plugin.get_child_optional(tag);
    remove(element, tag);
    if (given) set_text(element, tag, text_of(*given));
  }
  for (const char* tag : {"bodyName", "linkName", "frameName"}) {
    const auto given = plugin.get_child_optional(tag);
    if (!given || !lumping.lumps(text_of(*given))) continue;
    const Place place = lumping.place(text_of(*given));
    const std::string what = tag == std::string("frameName") ? "frame" : "link";
    if (what == "link") set_text(element, tag, place.link);
    if (!takes(*kind, what + "Xyz")) continue;
    set_text(element, what + "Xyz", shown(place.pose.Pos()));
    set_text(element, what + "Rpy", shown(place.pose.Rot().Euler()));
    if (what == "link")
      set_text(element, "linkFrame", text_of(*given));
    else
      set_text(element, "frameLink", place.link);
  }
}

// Sensors, projectors and lights in the tag of a link.
void place_parts(const ptree& tags, const Place& place, const sdf::ElementPtr& model) {
  const auto link = named(model, "link", place.link);
  for (const auto& [tag, part] : tags) {
    if (tag != "sensor" && tag != "light" && tag != "projector") continue;
    const auto element = named(link, tag, attribute(part, "name"));
    if (!element) continue;
    Pose3d own;
    std::istringstream(part.get("pose", "0 0 0 0 0 0")) >> own;
    element->GetElement("pose")->Set(own + place.pose);
  }
}

}  // namespace

void place_lumped(const ptree& robot, const sdf::ElementPtr& model) {
  const Lumping lumping(robot);
  std::map<std::string, int> plugins;
  for (const auto& [tag, tags] : robot) {
    if (tag != "gazebo") continue;
    const std::string link = attribute(tags, "reference");
    if (lumping.lumps(link)) place_parts(tags, lumping.place(link), model);
    for (const auto& [inner, plugin] : tags) {
      if (inner != "plugin" || !link.empty()) continue;
      const std::string name = attribute(plugin, "name");
      place_plugin(plugin, lumping, named(model, "plugin", name, plugins[name]++));
    }
  }
}

}  // namespace sim
