#include "joints/settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>

#include "laws/input_error.h"

namespace sim {
namespace joints {
namespace {

const std::string JOINTS_LIBRARY = "libsim_joints.so";
const std::string GRIPPER_LIBRARY = "libsim_gripper.so";
// What stands for no limit in SDF.
constexpr double UNLIMITED = 1e15;

using Elements = std::vector<sdf::ElementPtr>;

Elements children(const sdf::ElementPtr& parent, const std::string& tag) {
  Elements found;
  if (!parent->HasElement(tag)) return found;
  for (auto child = parent->GetElement(tag); child; child = child->GetNextElement(tag))
    found.push_back(child);
  return found;
}

std::string attribute(const sdf::ElementPtr& element, const std::string& name,
                      const std::string& usual = "") {
  return element->HasAttribute(name) ? element->GetAttribute(name)->GetAsString() : usual;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "none" : text;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// One model's joints that move, and the place of a plugin in messages.
struct Reader {
  sdf::ElementPtr model;
  std::map<std::string, sdf::ElementPtr> joints;
  std::vector<std::string> movable;

  explicit Reader(const sdf::ElementPtr& model) : model(model) {
    for (const auto& joint : children(model, "joint")) {
      const auto type = attribute(joint, "type");
      if (type != "revolute" && type != "continuous" && type != "prismatic") continue;
      joints[attribute(joint, "name")] = joint;
      movable.push_back(attribute(joint, "name"));
    }
  }

  std::string where(const sdf::ElementPtr& plugin) const {
    return attribute(model, "name") + ": plugin " + attribute(plugin, "name");
  }

  sdf::ElementPtr one_plugin(const std::string& filename) const {
    sdf::ElementPtr found;
    for (const auto& plugin : children(model, "plugin")) {
      if (attribute(plugin, "filename") != filename) continue;
      if (found)
        throw InputError(where(plugin),
                         "a model can have one " + filename + "; put what both do into one");
      if (model->Get<bool>("static"))
        throw InputError(where(plugin),
                         "drives joints, and the model is static; take one of both away");
      found = plugin;
    }
    return found;
  }

  Controls driven(const sdf::ElementPtr& plugin, const std::vector<std::string>& fingers) const;
  Parallel parallel(const sdf::ElementPtr& plugin) const;
  Vacuum vacuum(const sdf::ElementPtr& plugin) const;
  std::optional<ForceTorque> force_torque(const sdf::ElementPtr& plugin) const;
  std::optional<Changer> changer(const sdf::ElementPtr& plugin) const;
  std::optional<BeltSettings> belt(const sdf::ElementPtr& plugin) const;
  // The one element of a tag, which names a joint; nullptr where there is none.
  sdf::ElementPtr beyond(const sdf::ElementPtr& plugin, const std::string& tag) const;
  ignition::math::Pose3d pose(const sdf::ElementPtr& plugin, const sdf::ElementPtr& element) const;
  std::optional<ContactLimits> contact_stop(const sdf::ElementPtr& plugin) const;
  std::vector<std::pair<std::string, double>> start(const sdf::ElementPtr& plugin) const;
  double newtons(const sdf::ElementPtr& plugin, const std::string& text,
                 const std::string& name) const;
  double number(const sdf::ElementPtr& plugin, const std::string& tag, double usual,
                bool zero = false) const;
};

Controls Reader::driven(const sdf::ElementPtr& plugin,
                        const std::vector<std::string>& fingers) const {
  static const std::map<std::string, Control> CONTROLS = {{"position", Control::POSITION},
                                                          {"velocity", Control::VELOCITY},
                                                          {"effort", Control::EFFORT}};
  Controls found;
  std::vector<std::string> named = fingers;
  for (const auto& element : children(plugin, "joint")) {
    const std::string name = attribute(element, "name"),
                      control = attribute(element, "control", "position");
    if (!contains(movable, name)) {
      throw InputError(where(plugin), "<joint> names '" + name +
                                          "', which is no joint that moves; there are " +
                                          joined(movable));
    }
    if (CONTROLS.count(control) == 0) {
      throw InputError(where(plugin), "joint " + name + " has control='" + control +
                                          "'; write one of position, velocity, effort");
    }
    if (contains(named, name)) {
      throw InputError(where(plugin),
                       "joint " + name + " is driven twice" +
                           (contains(fingers, name) ? "; the gripper's plugin drives it" : ""));
    }
    named.push_back(name);
    found.emplace_back(name, CONTROLS.at(control));
  }
  if (!found.empty() || plugin->HasElement("belt")) return found;
  for (const std::string& name : movable) {
    if (!contains(fingers, name)) found.emplace_back(name, Control::POSITION);
  }
  return found;
}

Parallel Reader::parallel(const sdf::ElementPtr& plugin) const {
  Parallel found;
  for (const auto& element : children(plugin, "finger")) {
    const std::string name = attribute(element, "joint");
    const auto joint = joints.find(name);
    if (joint == joints.end() || attribute(joint->second, "type") != "prismatic" ||
        contains(found.fingers, name)) {
      throw InputError(
          where(plugin),
          "<finger> names '" + name +
              "'; it must be a prismatic joint that no other finger names; there are " +
              joined(movable));
    }
    const auto limit = joint->second->GetElement("axis")->GetElement("limit");
    if (!(std::abs(limit->Get<double>("lower")) < UNLIMITED &&
          std::abs(limit->Get<double>("upper")) < UNLIMITED)) {
      throw InputError(
          where(plugin),
          "finger " + name + " needs a lower and an upper limit: how far it closes and opens");
    }
    found.fingers.push_back(name);
  }
  if (found.fingers.empty())
    throw InputError(where(plugin), "has no fingers; write <finger joint=\"...\"/> for each");
  const auto assist =
      plugin->HasElement("grasp_assist") ? plugin->Get<std::string>("grasp_assist") : "false";
  if (assist != "true" && assist != "false" && assist != "1" && assist != "0") {
    throw InputError(where(plugin), "<grasp_assist> is '" + assist + "'; write true or false");
  }
  found.grasp_assist = assist == "true" || assist == "1";
  found.closed_width = number(plugin, "closed_width", found.closed_width, true);
  found.force = number(plugin, "force", found.force);
  found.speed = number(plugin, "speed", found.speed);
  return found;
}

Vacuum Reader::vacuum(const sdf::ElementPtr& plugin) const {
  std::vector<std::string> links;
  for (const auto& link : children(model, "link")) links.push_back(attribute(link, "name"));
  const Elements cups = children(plugin, "cup");
  Vacuum found;
  found.cup = cups.size() == 1 ? attribute(cups.front(), "link") : "";
  if (!contains(links, found.cup)) {
    throw InputError(where(plugin), "needs one <cup link=\"...\"/> with one of the links " +
                                        joined(links) +
                                        "; Gazebo joins links of a URDF that fixed joints tie "
                                        "together, unless <preserveFixedJoint> says no");
  }
  found.reach = number(plugin, "reach", found.reach);
  found.alignment = number(plugin, "alignment", found.alignment);
  found.payload = number(plugin, "payload", found.payload);
  found.force = number(plugin, "force", found.force);
  return found;
}

sdf::ElementPtr Reader::beyond(const sdf::ElementPtr& plugin, const std::string& tag) const {
  const Elements given = children(plugin, tag);
  if (given.empty()) return nullptr;
  if (given.size() > 1)
    throw InputError(where(plugin), "has several <" + tag + ">; a model can have one");
  const std::string joint = attribute(given.front(), "joint");
  if (joints.count(joint) == 0) {
    throw InputError(where(plugin), "<" + tag + "> names '" + joint +
                                        "', which is no joint that moves; there are " +
                                        joined(movable));
  }
  return given.front();
}

ignition::math::Pose3d Reader::pose(const sdf::ElementPtr& plugin,
                                    const sdf::ElementPtr& element) const {
  const std::string text = attribute(element, "pose", "0 0 0 0 0 0");
  std::istringstream words(text);
  std::array<double, 6> values{};
  std::string rest;
  for (double& value : values) words >> value;
  const bool six =
      !words.fail() && !(words >> rest) &&
      std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (!six) {
    throw InputError(where(plugin), "<" + element->GetName() + "> has pose='" + text +
                                        "'; write x y z roll pitch yaw");
  }
  return {values[0], values[1], values[2], values[3], values[4], values[5]};
}

std::optional<ForceTorque> Reader::force_torque(const sdf::ElementPtr& plugin) const {
  const auto element = beyond(plugin, "force_torque");
  if (!element) return std::nullopt;
  ForceTorque found;
  found.joint = attribute(element, "joint");
  found.frame = attribute(element, "frame");
  if (found.frame.empty()) found.frame = joints.at(found.joint)->Get<std::string>("child");
  found.pose = pose(plugin, element);
  return found;
}

std::optional<Changer> Reader::changer(const sdf::ElementPtr& plugin) const {
  const auto element = beyond(plugin, "tool_changer");
  if (!element) return std::nullopt;
  Changer found;
  found.joint = attribute(element, "joint");
  found.tool = attribute(element, "tool");
  found.pose = pose(plugin, element);
  for (const auto& [name, value] :
       {std::make_pair("point", &found.point), std::make_pair("angle", &found.angle)}) {
    const std::string text = attribute(element, name);
    if (text.empty()) continue;
    char* end = nullptr;
    *value = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !(*value > 0.0) || std::isinf(*value)) {
      throw InputError(where(plugin), std::string("<tool_changer> has ") + name + "='" + text +
                                          "'; write a number above 0");
    }
  }
  return found;
}

std::optional<BeltSettings> Reader::belt(const sdf::ElementPtr& plugin) const {
  const auto element = beyond(plugin, "belt");
  if (!element) return std::nullopt;
  BeltSettings found;
  found.joint = attribute(element, "joint");
  if (attribute(joints.at(found.joint), "type") != "prismatic")
    throw InputError(where(plugin),
                     "<belt> names '" + found.joint + "'; it must be a prismatic joint");
  const std::string text = attribute(element, "speed", "0");
  char* end = nullptr;
  found.speed = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(found.speed)) {
    throw InputError(where(plugin), "<belt> has speed='" + text + "'; write a number of m/s");
  }
  return found;
}

std::optional<ContactLimits> Reader::contact_stop(const sdf::ElementPtr& plugin) const {
  const Elements given = children(plugin, "contact_stop");
  if (given.empty()) return std::nullopt;
  if (given.size() > 1)
    throw InputError(where(plugin), "has several <contact_stop>; a model can have one");
  const double force = newtons(plugin, attribute(given.front(), "force"), "force");
  const std::string held = attribute(given.front(), "held");
  return ContactLimits{force, held.empty() ? force : newtons(plugin, held, "held")};
}

std::vector<std::pair<std::string, double>> Reader::start(const sdf::ElementPtr& plugin) const {
  std::vector<std::pair<std::string, double>> found;
  std::vector<std::string> named;
  for (const auto& element : children(plugin, "start")) {
    const std::string name = attribute(element, "joint"), text = attribute(element, "position");
    const auto joint = joints.find(name);
    if (joint == joints.end() || contains(named, name)) {
      throw InputError(where(plugin),
                       "<start> names '" + name +
                           "'; it must be a joint that moves and that no other <start> names; "
                           "there are " +
                           joined(movable));
    }
    named.push_back(name);
    const auto limit = joint->second->GetElement("axis")->GetElement("limit");
    const double lower = limit->Get<double>("lower"), upper = limit->Get<double>("upper");
    char* end = nullptr;
    const double position = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(position) || position < lower ||
        position > upper) {
      std::ostringstream message;
      message << "<start> of " << name << " has position='" << text << "'; write a number from "
              << lower << " to " << upper;
      throw InputError(where(plugin), message.str());
    }
    found.emplace_back(name, position);
  }
  return found;
}

double Reader::newtons(const sdf::ElementPtr& plugin, const std::string& text,
                       const std::string& name) const {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && value > 0.0) return value;
  throw InputError(where(plugin),
                   "<contact_stop> has " + name + "='" + text + "'; write a number above 0, in N");
}

double Reader::number(const sdf::ElementPtr& plugin, const std::string& tag, double usual,
                      bool zero) const {
  if (!plugin->HasElement(tag)) return usual;
  const std::string text = plugin->Get<std::string>(tag);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && (value > 0.0 || (zero && value == 0.0))) return value;
  throw InputError(where(plugin), "<" + tag + "> is '" + text + "'; write a number " +
                                      (zero ? "of at least" : "above") + " 0");
}

}  // namespace

Mechanism read_mechanism(const sdf::ElementPtr& model) {
  const Reader reader(model);
  const auto joints = reader.one_plugin(JOINTS_LIBRARY),
             gripper = reader.one_plugin(GRIPPER_LIBRARY);
  Mechanism found;
  found.movable = reader.movable;
  if (gripper) {
    const auto kind = gripper->HasElement("kind") ? gripper->Get<std::string>("kind") : "parallel";
    if (kind == "parallel") {
      found.parallel = reader.parallel(gripper);
    } else if (kind == "vacuum") {
      found.vacuum = reader.vacuum(gripper);
    } else {
      throw InputError(reader.where(gripper), "<kind> is '" + kind + "'; write parallel or vacuum");
    }
  }
  if (joints) {
    found.driven = reader.driven(
        joints, found.parallel ? found.parallel->fingers : std::vector<std::string>());
    found.force_torque = reader.force_torque(joints);
    found.contact_stop = reader.contact_stop(joints);
    found.start = reader.start(joints);
    found.changer = reader.changer(joints);
    found.belt = reader.belt(joints);
  }
  return found;
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
