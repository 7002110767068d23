#include "laws/joints/mechanism.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "laws/input_error.h"
#include "laws/plugin_text.h"

namespace sim::joints {
namespace {

// Allowed values of a number, and their name in messages.
struct Range {
  const char* words;
  bool (*contains)(double);
};

const Range ABOVE_ZERO{"a number above 0", [](double value) { return value > 0.0; }};
const Range AT_LEAST_ZERO{"a number of at least 0", [](double value) { return value >= 0.0; }};
const Range FINITE_ABOVE_ZERO{"a number above 0",
                              [](double value) { return value > 0.0 && std::isfinite(value); }};
const Range NEWTONS{"a number above 0, in N", [](double value) { return value > 0.0; }};
const Range SPEED{"a number of m/s", [](double value) { return std::isfinite(value); }};

std::string attribute(const PluginElement& element, const std::string& name,
                      const std::string& usual = "") {
  const auto found = element.attributes.find(name);
  return found == element.attributes.end() ? usual : trimmed(found->second);
}

std::vector<std::string> names_of(const std::vector<MovableJoint>& joints) {
  std::vector<std::string> names;
  for (const MovableJoint& joint : joints) names.push_back(joint.name);
  return names;
}

// One plugin of a model.
struct Reader {
  const ModelText& model;
  const PluginText& plugin;

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(model.name + ": plugin " + plugin.name, what);
  }

  std::vector<PluginElement> all(const std::string& tag) const {
    std::vector<PluginElement> found;
    std::copy_if(plugin.elements.begin(), plugin.elements.end(), std::back_inserter(found),
                 [&](const PluginElement& element) { return element.tag == tag; });
    return found;
  }

  // Read the single element of a tag; return nothing where the plugin does not have it.
  template <class Part>
  std::optional<Part> one(const std::string& tag,
                          Part (*read)(const Reader&, const PluginElement&)) const {
    const std::vector<PluginElement> given = all(tag);
    if (given.empty()) return std::nullopt;
    if (given.size() > 1) refuse("has several <" + tag + ">; a model can have one");
    return read(*this, given.front());
  }

  std::string text(const std::string& tag, const std::string& usual) const {
    const auto given = all(tag);
    return given.empty() ? usual : trimmed(given.front().text);
  }

  // Return the joint that an attribute names; nullptr for a joint that cannot move.
  const MovableJoint* find(const PluginElement& element, const char* name = "joint") const {
    const auto found =
        std::find_if(model.joints.begin(), model.joints.end(),
                     [&](const auto& joint) { return joint.name == attribute(element, name); });
    return found == model.joints.end() ? nullptr : &*found;
  }

  const MovableJoint& joint(const PluginElement& element, const char* name = "joint") const {
    if (const MovableJoint* const found = find(element, name)) return *found;
    refuse("<" + element.tag + "> names '" + attribute(element, name) +
           "', which is not a movable joint; joints: " + listed(names_of(model.joints)));
  }

  LinkPose pose(const PluginElement& element) const {
    const std::string given = attribute(element, "pose", "0 0 0 0 0 0");
    const std::vector<double> numbers = numbers_of(given);
    LinkPose found{};
    if (numbers.size() != found.size())
      refuse("<" + element.tag + "> has pose='" + given + "'; write x y z roll pitch yaw");
    std::copy(numbers.begin(), numbers.end(), found.begin());
    return found;
  }

  // Read the number of an element or of an attribute if it is given.
  void take(const char* tag, const Range& range, double& to) const {
    if (all(tag).empty()) return;
    to = number_of(text(tag, ""));
    if (!range.contains(to))
      refuse(std::string("<") + tag + "> is '" + text(tag, "") + "'; write " + range.words);
  }

  void take(const PluginElement& element, const char* name, const Range& range, double& to) const {
    if (element.attributes.count(name) > 0) to = number_of(attribute(element, name));
    if (!range.contains(to))
      refuse("<" + element.tag + "> has " + name + "='" + attribute(element, name) + "'; write " +
             range.words);
  }
};

Parallel parallel(const Reader& reader) {
  Parallel found;
  std::vector<MovableJoint> sliding;
  std::copy_if(reader.model.joints.begin(), reader.model.joints.end(), std::back_inserter(sliding),
               [](const MovableJoint& joint) { return joint.prismatic; });
  for (const PluginElement& element : reader.all("finger")) {
    const MovableJoint* const finger = reader.find(element);
    if (finger == nullptr || !finger->prismatic || contains(found.fingers, finger->name))
      reader.refuse("<finger> names '" + attribute(element, "joint") +
                    "'; it must be a prismatic joint that no other finger names; there are " +
                    listed(names_of(sliding)));
    if (!(std::isfinite(finger->lower) && std::isfinite(finger->upper)))
      reader.refuse("finger " + finger->name +
                    " needs a lower and an upper limit: how far it closes and opens");
    found.fingers.push_back(finger->name);
  }
  if (found.fingers.empty())
    reader.refuse("has no fingers; write <finger joint=\"...\"/> for each");
  const std::string assist = lower(reader.text("grasp_assist", "false"));
  if (!contains({"true", "false", "1", "0"}, assist))
    reader.refuse("<grasp_assist> is '" + assist + "'; write true or false");
  found.grasp_assist = assist == "true" || assist == "1";
  reader.take("closed_width", AT_LEAST_ZERO, found.closed_width);
  reader.take("force", ABOVE_ZERO, found.force);
  reader.take("speed", ABOVE_ZERO, found.speed);
  return found;
}

Vacuum vacuum(const Reader& reader) {
  const std::vector<PluginElement> cups = reader.all("cup");
  Vacuum found;
  if (cups.size() == 1) found.cup = attribute(cups.front(), "link");
  if (!contains(reader.model.links, found.cup))
    reader.refuse("needs one <cup link=\"...\"/> with one of the links " +
                  listed(reader.model.links) +
                  " (gzserver keeps a URDF's link on a fixed joint where a <gazebo> tag with "
                  "<preserveFixedJoint> refers to the joint)");
  reader.take("reach", ABOVE_ZERO, found.reach);
  reader.take("alignment", ABOVE_ZERO, found.alignment);
  reader.take("payload", ABOVE_ZERO, found.payload);
  reader.take("force", ABOVE_ZERO, found.force);
  return found;
}

// Without named joints and without a belt, drive all joints but the fingers by position.
Controls driven(const Reader& reader, const std::vector<std::string>& fingers) {
  Controls found;
  std::vector<std::string> named = fingers;
  for (const PluginElement& element : reader.all("joint")) {
    const std::string& name = reader.joint(element, "name").name;
    const std::string given = attribute(element, "control", name_of(Control::POSITION));
    const auto control = control_of(given);
    if (!control)
      reader.refuse("joint " + name + " has control='" + given +
                    "'; write one of position, velocity, effort");
    if (contains(named, name))
      reader.refuse("joint " + name + " is driven twice" +
                    (contains(fingers, name) ? "; the gripper's plugin drives it" : ""));
    named.push_back(name);
    found.emplace_back(name, *control);
  }
  if (!found.empty() || !reader.all("belt").empty()) return found;
  for (const MovableJoint& joint : reader.model.joints) {
    if (!contains(fingers, joint.name)) found.emplace_back(joint.name, Control::POSITION);
  }
  return found;
}

ForceTorque force_torque(const Reader& reader, const PluginElement& element) {
  const MovableJoint& joint = reader.joint(element);
  const std::string frame = attribute(element, "frame");
  return {joint.name, frame.empty() ? joint.child : frame, reader.pose(element)};
}

ContactLimits contact_stop(const Reader& reader, const PluginElement& element) {
  ContactLimits found;
  reader.take(element, "force", NEWTONS, found.force);
  found.held = found.force;
  reader.take(element, "held", NEWTONS, found.held);
  return found;
}

std::vector<std::pair<std::string, double>> start(const Reader& reader) {
  std::vector<std::pair<std::string, double>> found;
  std::vector<std::string> named;
  for (const PluginElement& element : reader.all("start")) {
    const MovableJoint* const joint = reader.find(element);
    if (joint == nullptr || contains(named, joint->name))
      reader.refuse("<start> names '" + attribute(element, "joint") +
                    "'; it must be a joint that moves and that no other <start> names; there are " +
                    listed(names_of(reader.model.joints)));
    named.push_back(joint->name);
    const std::string given = attribute(element, "position");
    const double position = number_of(given);
    if (!std::isfinite(position) || position < joint->lower || position > joint->upper) {
      std::ostringstream said;
      said << "<start> of " << joint->name << " has position='" << given
           << "'; write a number from " << joint->lower << " to " << joint->upper;
      reader.refuse(said.str());
    }
    found.emplace_back(joint->name, position);
  }
  return found;
}

Changer changer(const Reader& reader, const PluginElement& element) {
  Changer found{reader.joint(element).name, attribute(element, "tool"), reader.pose(element)};
  reader.take(element, "point", FINITE_ABOVE_ZERO, found.point);
  reader.take(element, "angle", FINITE_ABOVE_ZERO, found.angle);
  return found;
}

BeltSettings belt(const Reader& reader, const PluginElement& element) {
  BeltSettings found{reader.joint(element).name};
  if (!reader.joint(element).prismatic)
    reader.refuse("<belt> names '" + found.joint + "'; it must be a prismatic joint");
  reader.take(element, "speed", SPEED, found.speed);
  return found;
}

void take_gripper(const Reader& reader, Mechanism& to) {
  const std::string kind = reader.text("kind", "parallel");
  if (kind == "parallel") {
    to.parallel = parallel(reader);
  } else if (kind == "vacuum") {
    to.vacuum = vacuum(reader);
  } else {
    reader.refuse("<kind> is '" + kind + "'; write parallel or vacuum");
  }
}

void take_joints(const Reader& reader, Mechanism& to) {
  to.driven = driven(reader, to.parallel ? to.parallel->fingers : std::vector<std::string>());
  to.force_torque = reader.one("force_torque", force_torque);
  to.contact_stop = reader.one("contact_stop", contact_stop);
  to.start = start(reader);
  to.changer = reader.one("tool_changer", changer);
  to.belt = reader.one("belt", belt);
}

}  // namespace

Mechanism read_mechanism(const ModelText& model) {
  Mechanism found;
  found.movable = names_of(model.joints);
  for (const auto& [library, take] :
       {std::pair("libsim_gripper.so", take_gripper), std::pair("libsim_joints.so", take_joints)}) {
    bool again = false;
    for (const PluginText& plugin : model.plugins) {
      if (plugin.filename != library) continue;
      const Reader reader{model, plugin};
      if (again)
        reader.refuse(std::string("a model can have one ") + library +
                      "; put what both do into one");
      if (model.is_static)
        reader.refuse("drives joints, and the model is static; take one of both away");
      take(reader, found);
      again = true;
    }
  }
  return found;
}

}  // namespace sim::joints
