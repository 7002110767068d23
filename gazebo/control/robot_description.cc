#include "control/robot_description.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <boost/property_tree/xml_parser.hpp>

#include "laws/input_error.h"

namespace sim::control {
namespace {

using boost::property_tree::ptree;

constexpr const char* PACKAGE = "hardware_interface/";

ptree parsed(const std::string& urdf) {
  ptree tree;
  try {
    std::istringstream stream(urdf);
    boost::property_tree::read_xml(stream, tree,
                                   boost::property_tree::xml_parser::trim_whitespace |
                                       boost::property_tree::xml_parser::no_comments);
  } catch (const boost::property_tree::xml_parser_error& error) {
    throw InputError("robot description", "line " + std::to_string(error.line()) + ": " +
                                              error.message() + "; write a URDF robot there");
  }
  const auto robot = tree.get_child_optional("robot");
  if (!robot) throw InputError("robot description", "has no <robot>; write a URDF robot there");
  return *robot;
}

std::string attribute(const ptree& element, const std::string& name) {
  return element.get("<xmlattr>." + name, "");
}

std::string shown(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string text_of(const ptree& element) {
  const std::string text = element.data();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

std::vector<std::string> interfaces_of(const ptree& element) {
  std::vector<std::string> found;
  for (const auto& [tag, child] : element) {
    if (tag == "hardwareInterface" && !text_of(child).empty()) found.push_back(text_of(child));
  }
  return found;
}

const ptree* named(const ptree& robot, const char* tag, const std::string& name) {
  for (const auto& [found, element] : robot) {
    if (found == tag && attribute(element, "name") == name) return &element;
  }
  return nullptr;
}

// Return `usual` if the attribute is absent or empty; throw InputError, which begins with `owner`,
// if it is not a finite number.
double number(const ptree& element, const std::string& name, double usual,
              const std::string& owner) {
  const std::string text = attribute(element, name);
  if (text.empty()) return usual;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  while (std::isspace(static_cast<unsigned char>(*end)) != 0) ++end;
  if (end == text.c_str() || *end != '\0' || !std::isfinite(value))
    throw InputError("robot description",
                     owner + " has " + name + "=\"" + text + "\"; write a finite number");
  return value;
}

JointLimits limits_of(const ptree& joint, const std::string& type) {
  JointLimits limits;
  const auto given = joint.get_child_optional("limit");
  if (!given) return limits;
  const std::string owner = "<limit> of joint " + attribute(joint, "name");
  if (type != "continuous") {
    limits.lower = number(*given, "lower", 0.0, owner);
    limits.upper = number(*given, "upper", 0.0, owner);
    if (limits.lower > limits.upper)
      throw InputError("robot description", owner + " has its lower " + shown(limits.lower) +
                                                " above its upper " + shown(limits.upper) +
                                                ", 0 where not written; write the smaller one as "
                                                "lower");
  }
  // As in SDF, a negative limit means unlimited; a URDF's 0 would forbid every motion.
  const double velocity = number(*given, "velocity", 0.0, owner),
               effort = number(*given, "effort", 0.0, owner);
  if (velocity > 0.0) limits.velocity = velocity;
  if (effort > 0.0) limits.effort = effort;
  return limits;
}

double radius_of(const ptree& robot, const std::string& name) {
  const ptree* const link = named(robot, "link", name);
  if (link == nullptr) return 0.0;
  for (const auto& [tag, collision] : *link) {
    if (tag != "collision") continue;
    for (const char* shape : {"cylinder", "sphere"}) {
      const auto found = collision.get_child_optional(std::string("geometry.") + shape);
      if (found)
        return number(*found, "radius", 0.0, std::string("<") + shape + "> of link " + name);
    }
  }
  return 0.0;
}

Wheel wheel_of(const ptree& robot, const ptree& joint) {
  Wheel wheel;
  std::istringstream numbers(joint.get("origin.<xmlattr>.xyz", "0 0 0"));
  numbers >> wheel.x >> wheel.y >> wheel.z;
  wheel.radius = radius_of(robot, joint.get("child.<xmlattr>.link", ""));
  return wheel;
}

// Of the joint, else of the actuator, as old URDFs have it.
std::vector<std::string> wanted_interfaces(const ptree& transmission, const ptree& joint) {
  std::vector<std::string> found = interfaces_of(joint);
  const auto actuator = transmission.get_child_optional("actuator");
  if (found.empty() && actuator) found = interfaces_of(*actuator);
  return found;
}

class Reader {
 public:
  Reader(const std::string& urdf, const std::string& space) : robot_(parsed(urdf)), space_(space) {}

  RobotDescription read() {
    for (const auto& [tag, element] : robot_) {
      if (tag == "joint") found_.wheels[attribute(element, "name")] = wheel_of(robot_, element);
      if (tag == "transmission") take(element);
    }
    find_followers();
    return std::move(found_);
  }

 private:
  void remark(const std::string& transmission, const std::string& what) {
    found_.remarks.push_back("transmission " + transmission + ": " + what);
  }

  void take(const ptree& transmission) {
    const std::string name = attribute(transmission, "name");
    const auto space = transmission.get_child_optional("robotNamespace");
    if (space && stripped(text_of(*space)) != stripped(space_)) return;
    if (transmission.count("joint") == 0) return remark(name, "has no <joint>; it is left out");
    if (transmission.count("joint") > 1)
      return remark(name, "has several joints, and only one is driven here; it is left out");
    const ptree& named_joint = transmission.get_child("joint");
    DescribedJoint joint;
    joint.name = attribute(named_joint, "name");
    if (!describe(name, &joint)) return;
    const auto interfaces = wanted_interfaces(transmission, named_joint);
    if (interfaces.empty())
      return remark(name, "has no <hardwareInterface>; write " + std::string(INTERFACE_NAMES[0]) +
                              " or another there; joint " + joint.name + " is left out");
    if (interfaces.size() > 1)
      remark(name, "has several interfaces; " + interfaces.front() + " is taken");
    std::string wanted = interfaces.front();
    if (wanted.find('/') == std::string::npos) wanted = PACKAGE + wanted;
    const auto* const known =
        std::find(std::begin(INTERFACE_NAMES), std::end(INTERFACE_NAMES), wanted);
    if (known == std::end(INTERFACE_NAMES))
      return remark(name, "requests '" + wanted + "'; write one of " + INTERFACE_NAMES[0] + ", " +
                              INTERFACE_NAMES[1] + ", " + INTERFACE_NAMES[2] + "; joint " +
                              joint.name + " is left out");
    joint.interface = static_cast<Interface>(known - std::begin(INTERFACE_NAMES));
    found_.joints.push_back(joint);
  }

  // Find joints with <mimic> that neither a transmission nor another plugin moves; a joint that
  // follows one of them comes after it.
  void find_followers() {
    std::vector<DescribedJoint> waiting;
    for (const auto& [tag, element] : robot_) {
      const auto mimic = element.get_child_optional("mimic");
      if (tag != "joint" || !mimic || has(attribute(element, "name"))) continue;
      DescribedJoint joint;
      joint.name = attribute(element, "name");
      if (moved_by_plugin(joint.name)) continue;
      const std::string owner = "<mimic> of joint " + joint.name;
      joint.interface = Interface::POSITION;
      joint.continuous = attribute(element, "type") == "continuous";
      joint.limits = limits_of(element, attribute(element, "type"));
      joint.mimic = Mimic{attribute(*mimic, "joint"), number(*mimic, "multiplier", 1.0, owner),
                          number(*mimic, "offset", 0.0, owner)};
      waiting.push_back(joint);
    }
    for (bool more = true; more;) {
      const auto rest = std::stable_partition(
          waiting.begin(), waiting.end(),
          [this](const DescribedJoint& joint) { return !has(joint.mimic->joint); });
      more = rest != waiting.end();
      found_.joints.insert(found_.joints.end(), rest, waiting.end());
      waiting.erase(rest, waiting.end());
    }
    for (const DescribedJoint& joint : waiting)
      found_.remarks.push_back("joint " + joint.name + " is to follow joint '" +
                               joint.mimic->joint +
                               "', which has no transmission; it moves freely");
  }

  bool has(const std::string& name) const {
    return std::any_of(found_.joints.begin(), found_.joints.end(),
                       [&](const DescribedJoint& joint) { return joint.name == name; });
  }

  // Return whether a plugin of the URDF makes this joint follow another one.
  bool moved_by_plugin(const std::string& joint) const {
    for (const auto& [tag, element] : robot_) {
      if (tag != "gazebo") continue;
      for (const auto& [inner, plugin] : element) {
        const auto named = plugin.get_child_optional("mimicJoint");
        if (inner == "plugin" && named && text_of(*named) == joint) return true;
      }
    }
    return false;
  }

  // Limits and kind of the joint as the robot has it.
  bool describe(const std::string& transmission, DescribedJoint* joint) {
    const ptree* const element = named(robot_, "joint", joint->name);
    if (element == nullptr) {
      remark(transmission, "names joint '" + joint->name + "', which the robot lacks");
      return false;
    }
    for (const DescribedJoint& other : found_.joints) {
      if (other.name != joint->name) continue;
      remark(transmission, "names joint " + joint->name + " again; it is left out");
      return false;
    }
    const std::string type = attribute(*element, "type");
    joint->continuous = type == "continuous";
    joint->limits = limits_of(*element, type);
    return true;
  }

  static std::string stripped(const std::string& text) {
    const std::size_t first = text.find_first_not_of('/');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of('/') + 1 - first);
  }

  ptree robot_;
  std::string space_;
  RobotDescription found_;
};

}  // namespace

RobotDescription read_robot_description(const std::string& urdf, const std::string& space) {
  return Reader(urdf, space).read();
}

}  // namespace sim::control
