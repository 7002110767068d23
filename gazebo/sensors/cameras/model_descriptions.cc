#include "sensors/cameras/model_descriptions.h"

#include <gazebo/physics/Model.hh>
#include <sdf/sdf.hh>

#include "sim/ModelSdf.h"
#include "sim/SensorModels.h"

namespace sim {
namespace {

using gazebo::physics::ModelPtr;

std::string sdf_document(const ModelPtr& model) {
  return "<sdf version='" + sdf::SDF::Version() + "'>" + model->GetSDF()->ToString("") + "</sdf>";
}

bool answer_sdf(ModelSdf::Request& request, ModelSdf::Response& response) {
  Simulator& simulator = Simulator::instance();
  const auto locked = simulator.lock_entities();
  const auto model = simulator.model(request.model_name);
  response.success = model != nullptr;
  response.status_message =
      "gazebo/model_sdf: " + (model ? "done" : request.model_name + ": no such model");
  if (!model) return true;
  response.number = model->GetId();
  response.sdf = sdf_document(model);
  return true;
}

}  // namespace

ModelDescriptions::ModelDescriptions()
    : models_(
          Simulator::instance().node().advertise<SensorModels>("/gazebo/sensor_models", 1, true)),
      service_(
          Simulator::instance().service_node().advertiseService("/gazebo/model_sdf", answer_sdf)) {}

void ModelDescriptions::tell(const std::map<std::string, ModelPtr>& models) {
  std::map<std::string, std::uint32_t> now;
  for (const auto& [name, model] : models) now.emplace(name, model->GetId());
  if (now == told_) return;
  SensorModels message;
  for (const auto& [name, model] : models) {
    message.name.push_back(name);
    message.number.push_back(model->GetId());
    message.sdf.push_back(sdf_document(model));
  }
  models_.publish(message);
  told_ = std::move(now);
}

}  // namespace sim
