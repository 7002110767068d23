#include "world_api/description.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <sstream>

#include <boost/property_tree/xml_parser.hpp>
#include <gazebo/common/CommonIface.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/PhysicsIface.hh>
#include <gazebo/physics/World.hh>

#include "joints/settings.h"
#include "vehicle/check.h"
#include "world_api/lumped_links.h"
#include "world_api/one_ray.h"
#include "world_api/service.h"

namespace sim {
namespace {

using boost::property_tree::ptree;

const std::string TEXT = "request";
const std::string VEHICLE = "libsim_vehicle.so";
// Elements of SDF and attributes of URDF that hold numbers only.
const std::set<std::string> NUMBERS = {
    "pose",   "size",     "radius",  "length", "mass", "ixx", "ixy",   "ixz",
    "iyy",    "iyz",      "izz",     "scale",  "xyz",  "rpy", "lower", "upper",
    "effort", "velocity", "damping", "normal", "mu",   "mu2"};

ptree parse(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Refusal(TEXT, "the text is empty; give a model's XML");
  std::istringstream stream(text);
  ptree tree;
  try {
    boost::property_tree::read_xml(stream, tree);
  } catch (const boost::property_tree::xml_parser_error& error) {
    throw Refusal(TEXT + ":" + std::to_string(error.line()),
                  "not well-formed XML: " + error.message());
  }
  return tree;
}

void check_numbers(const std::string& where, const std::string& text) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (*end != '\0') throw Refusal(TEXT + ": " + where, "'" + word + "' is not a number");
    if (!std::isfinite(value)) throw Refusal(TEXT + ": " + where, "'" + word + "' is not finite");
  }
}

std::string described(const std::string& tag, const ptree& tree) {
  const auto name = tree.get_optional<std::string>("<xmlattr>.name");
  return name ? tag + " " + *name : tag;
}

// Walk the whole text; `where` names the parent element of `tree`. Materials, and meshes of
// visuals, that do not exist are added to `missing`.
void check_tree(const ptree& tree, const std::string& where, std::set<std::string>* missing,
                bool visual = false) {
  for (const auto& [tag, child] : tree) {
    if (tag == "<xmlcomment>" || tag == "plugin" || tag == "gazebo") continue;
    // In a heightmap's texture these elements are file names, elsewhere numbers.
    if (NUMBERS.count(tag) > 0 && (where != "texture" || tag == "size"))
      check_numbers(where, child.data());
    if (tag == "mass" && !child.data().empty() &&
        std::strtod(child.data().c_str(), nullptr) <= 0.0) {
      throw Refusal(TEXT + ": " + where, "mass must be above 0, not " + child.data());
    }
    if (tag == "uri" && gazebo::common::find_file(child.data()).empty()) {
      if (where == "script" || (where == "mesh" && visual)) {
        missing->insert(where + " " + child.data());
        continue;
      }
      throw Refusal(
          TEXT + ": " + where,
          "'" + child.data() + "' was not found; its folder must be on GAZEBO_MODEL_PATH");
    }
    check_tree(child, tag == "<xmlattr>" ? where : described(tag, child), missing,
               visual || tag == "visual");
  }
}

void check_plugins(const sdf::ElementPtr& model) {
  if (!model->HasElement("plugin")) return;
  for (auto plugin = model->GetElement("plugin"); plugin;
       plugin = plugin->GetNextElement("plugin")) {
    if (plugin->Get<std::string>("filename") != VEHICLE) continue;
    const std::string wrong =
        check_vehicle(model, plugin, gazebo::physics::get_world()->Physics()->GetMaxStepSize());
    if (!wrong.empty()) throw std::runtime_error(wrong);
  }
  const std::string wrong = check_mechanism(model);
  if (!wrong.empty()) throw std::runtime_error(wrong);
}

// sdformat keeps parts of the URDF that it reads in global variables: of two that are read at once
// one lacks its sensors and plugins, or gzserver crashes.
std::mutex reading;

Description convert(const std::string& text, const std::string& what,
                    const std::set<std::string>& missing, const ptree* robot = nullptr) {
  const std::lock_guard<std::mutex> locked(reading);
  auto sdf = std::make_shared<sdf::SDF>();
  sdf::init(sdf);
  sdf::Errors errors;
  if (!sdf::readString(text, sdf, errors) || !sdf->Root()->HasElement("model")) {
    std::string said;
    for (const auto& error : errors) said += "; " + error.Message();
    throw Refusal(TEXT, what + said);
  }
  if (robot != nullptr) place_lumped(*robot, sdf->Root()->GetElement("model"));
  check_plugins(sdf->Root()->GetElement("model"));
  return Description(sdf, missing);
}

// Return a folder of that name on ROS_PACKAGE_PATH, with any package.xml.
std::string folder_named(const std::string& package) {
  const char* path = std::getenv("ROS_PACKAGE_PATH");
  std::istringstream entries(path ? path : "");
  for (std::string entry; std::getline(entries, entry, ':');) {
    const std::filesystem::path folder = std::filesystem::path(entry) / package;
    std::error_code ignored;
    if (!entry.empty() && std::filesystem::is_directory(folder, ignored)) return folder.string();
  }
  return "";
}

std::string package_folder(const std::string& package) {
  if (package.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != std::string::npos)
    return "";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      // A name of these letters is one word to a shell. NOLINTNEXTLINE(bugprone-command-processor)
      popen(("rospack find " + package + " 2>/dev/null").c_str(), "r"), pclose);
  std::array<char, 4096> line{};
  if (!pipe || !fgets(line.data(), line.size(), pipe.get())) return folder_named(package);
  const std::string folder = line.data();
  return folder.substr(0, folder.find('\n'));
}

const std::string SCHEME = "package://";

// Names of packages that collisions of a robot refer to.
std::set<std::string> collision_packages(const ptree& robot) {
  std::set<std::string> found;
  for (const auto& [tag, link] : robot) {
    if (tag != "link") continue;
    for (const auto& [inner, shape] : link) {
      const std::string file = shape.get("geometry.mesh.<xmlattr>.filename", "");
      if (inner == "collision" && file.compare(0, SCHEME.size(), SCHEME) == 0)
        found.insert(file.substr(SCHEME.size(), file.find('/', SCHEME.size()) - SCHEME.size()));
    }
  }
  return found;
}

// Gazebo refers to files by path, URDF by package. A package that only visuals want may be missing;
// it is added to `missing`.
std::string without_packages(std::string text, const ptree& robot, std::set<std::string>* missing) {
  const std::set<std::string> needed = collision_packages(robot);
  for (std::size_t at; (at = text.find(SCHEME)) != std::string::npos;) {
    const std::size_t name = at + SCHEME.size(), end = text.find_first_of("/\"'<", name);
    const std::string package = text.substr(name, end - name), folder = package_folder(package);
    if (folder.empty() && needed.count(package) > 0)
      throw Refusal(TEXT, "no ROS package " + package + " on ROS_PACKAGE_PATH");
    if (folder.empty()) missing->insert("mesh of the ROS package " + package);
    text.replace(at, end - at, "file://" + (folder.empty() ? "/" + package : folder));
  }
  return text;
}

// Tags of a link or joint that the robot lacks are added to `missing`; sdformat ignores them.
void find_loose_tags(const ptree& robot, std::set<std::string>* missing) {
  std::set<std::string> names;
  for (const auto& [tag, element] : robot) {
    if (tag == "link" || tag == "joint") names.insert(element.get("<xmlattr>.name", ""));
  }
  for (const auto& [tag, element] : robot) {
    const std::string name = element.get("<xmlattr>.reference", "");
    if (tag == "gazebo" && !name.empty() && names.count(name) == 0)
      missing->insert("link or joint " + name + " of a <gazebo> tag");
  }
}

// Names of the links that a gripper's plugin names as its cup.
std::set<std::string> cups(const ptree& robot) {
  std::set<std::string> found;
  for (const auto& [tag, gazebo] : robot) {
    if (tag != "gazebo") continue;
    for (const auto& [inner, plugin] : gazebo) {
      if (inner != "plugin") continue;
      for (const auto& [element, cup] : plugin) {
        if (element == "cup") found.insert(cup.get("<xmlattr>.link", ""));
      }
    }
  }
  return found;
}

// sdformat merges links that fixed joints connect; a cup's own link is needed.
std::string with_cups(const std::string& text, const ptree& robot) {
  const std::set<std::string> links = cups(robot);
  std::string added;
  for (const auto& [tag, joint] : robot) {
    if (tag != "joint" || links.count(joint.get("child.<xmlattr>.link", "")) == 0) continue;
    added += "<gazebo reference='" + joint.get("<xmlattr>.name", "") +
             "'><preserveFixedJoint>true</preserveFixedJoint></gazebo>";
  }
  const std::size_t end = text.rfind("</robot");
  return added.empty() || end == std::string::npos ? text
                                                   : text.substr(0, end) + added + text.substr(end);
}

void place_plugins(const sdf::ElementPtr& element, const std::string& space) {
  for (auto child = element->GetFirstElement(); child; child = child->GetNextElement()) {
    if (child->GetName() != "plugin") {
      place_plugins(child, space);
    } else if (!child->HasElement("robotNamespace")) {
      const auto named = std::make_shared<sdf::Element>();
      named->SetName("robotNamespace");
      named->AddValue("string", space, true);
      child->InsertElement(named);
    }
  }
}

}  // namespace

std::string Description::name() const { return model()->Get<std::string>("name"); }

std::string Description::placed(const std::string& name, const ignition::math::Pose3d& pose,
                                const std::string& space) const {
  const auto copy = model()->Clone();
  copy->GetAttribute("name")->Set(name);
  const auto own = copy->GetElement("pose");
  own->Set(own->Get<ignition::math::Pose3d>() + pose);
  leave_one_ray(copy);
  if (!space.empty()) place_plugins(copy, space);
  return "<sdf version='" + sdf::SDF::Version() + "'>" + copy->ToString("") + "</sdf>";
}

Description read_sdf(const std::string& text) {
  const ptree tree = parse(text);
  const auto root = tree.get_child_optional("sdf");
  if (!root) throw Refusal(TEXT, "no <sdf> element; give a model's SDF");
  if (root->count("model") + root->count("include") == 0)
    throw Refusal(TEXT, "no <model> in <sdf>; give one");
  std::set<std::string> missing;
  check_tree(*root, "sdf", &missing);
  return convert(text, "sdformat can't read this model", missing);
}

Description read_urdf(const std::string& text) {
  const ptree tree = parse(text);
  const auto root = tree.get_child_optional("robot");
  if (!root) throw Refusal(TEXT, "no <robot> element; give a URDF (xacro must be expanded first)");
  std::set<std::string> missing;
  check_tree(*root, "robot", &missing);
  find_loose_tags(*root, &missing);
  const std::string cupped = with_cups(text, *root);
  const ptree robot = parse(cupped).get_child("robot");
  return convert(without_packages(cupped, robot, &missing), "sdformat can't convert this URDF",
                 missing, &robot);
}

bool is_urdf(const std::string& text) { return parse(text).count("robot") > 0; }

}  // namespace sim
