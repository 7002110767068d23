#include "traffic/model_source.h"

#include <sys/stat.h>

#include <sstream>
#include <stdexcept>

#include <gazebo/common/SystemPaths.hh>
#include <gazebo/physics/Model.hh>
#include <sdf/sdf.hh>

namespace sim {
namespace {

std::string document(const std::string& model) {
  return "<sdf version='" + sdf::SDF::Version() + "'>" + model + "</sdf>";
}

// Copying the elements would take longer than all the rest of an insertion; the pose may stay,
// since both are parked.
std::string copied(gazebo::physics::Model& model, const std::string& name) {
  std::string text = model.GetSDF()->ToString("");
  const std::string before = "<model name='" + model.GetName() + "'";
  const std::size_t at = text.find(before);
  if (at == std::string::npos)
    throw std::runtime_error("the SDF of model " + model.GetName() + " does not bear its name");
  return document(text.replace(at, before.size(), "<model name='" + name + "'"));
}

std::string renamed(const sdf::ElementPtr& model, const std::string& name,
                    const ignition::math::Pose3d& pose) {
  model->GetAttribute("name")->Set(name);
  model->GetElement("static")->Set(true);
  model->GetElement("pose")->Set(pose);
  return document(model->ToString(""));
}

// Return the folder of a model on Gazebo's model path, empty if it is not found; a name must not be
// a path.
std::string find_model(const std::string& model) {
  if (model.empty() || model[0] == '.' || model.find('/') != std::string::npos) return "";
  for (const std::string& folder : gazebo::common::SystemPaths::Instance()->GetModelPaths()) {
    struct stat there{};
    if (stat((folder + "/" + model + "/model.config").c_str(), &there) == 0)
      return folder + "/" + model;
  }
  return "";
}

}  // namespace

std::string box_model_sdf(const VehicleType& type, const std::string& name,
                          const ignition::math::Pose3d& pose) {
  std::ostringstream text;
  text << "<model name='" << name << "'><static>true</static><pose>" << pose
       << "</pose><link name='base_link'>";
  for (const char* part : {"collision", "visual"}) {
    text << "<" << part << " name='" << part << "'><pose>0 0 " << 0.5 * type.size.Z()
         << " 0 0 0</pose><geometry><box><size>" << type.size << "</size></box></geometry>";
    if (part[0] == 'v')
      text << "<material><ambient>0.2 0.35 0.65 1</ambient><diffuse>0.2 0.35 0.65 "
              "1</diffuse></material>";
    text << "</" << part << ">";
  }
  text << "</link></model>";
  return document(text.str());
}

std::string pool_model_sdf(const VehicleType& type, const gazebo::physics::ModelPtr& like,
                           const std::string& name, const ignition::math::Pose3d& pose) {
  if (like) return copied(*like, name);
  const std::string folder = find_model(type.model);
  if (folder.empty()) return box_model_sdf(type, name, pose);
  const std::string file = sdf::getModelFilePath(folder);
  const sdf::SDFPtr read = file.empty() ? nullptr : sdf::readFile(file);
  if (!read || !read->Root()->HasElement("model"))
    throw std::runtime_error(folder + ": no model in it that SDF can read");
  return renamed(read->Root()->GetElement("model"), name, pose);
}

}  // namespace sim
