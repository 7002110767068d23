#include "sensors/cameras/scene_poses.h"

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

#include "core/convert.h"
#include "core/simulator.h"

namespace sim {
namespace {

void add_pose(const ignition::math::Pose3d& pose, std::vector<double>& to) {
  const auto& at = pose.Pos();
  const auto& turn = pose.Rot();
  to.insert(to.end(), {at.X(), at.Y(), at.Z(), turn.X(), turn.Y(), turn.Z(), turn.W()});
}

void add_links(const gazebo::physics::Model& model, std::uint32_t number, ScenePoses& to) {
  for (const auto& link : model.GetLinks()) {
    to.link.push_back(link->GetScopedName());
    to.model.push_back(number);
    add_pose(link->WorldPose(), to.pose);
  }
  for (const auto& nested : model.NestedModels()) add_links(*nested, number, to);
}

}  // namespace

ScenePoses scene_poses(double time, const std::string& frame,
                       const ignition::math::Pose3d& sensor) {
  const Simulator& simulator = Simulator::instance();
  const TrafficModels* traffic = simulator.traffic();
  ScenePoses message;
  message.header = header(time, frame);
  message.sensor = pose_message(sensor);
  for (const auto& model : simulator.world()->Models()) {
    if (traffic == nullptr || !traffic->is_pool(model->GetName()))
      add_links(*model, model->GetId(), message);
  }
  if (traffic == nullptr) return message;
  for (const ShownVehicle& vehicle : traffic->shown()) {
    message.vehicle.push_back(vehicle.id);
    message.type.push_back(vehicle.type);
    add_pose(vehicle.pose, message.vehicle_pose);
    message.signals.push_back(vehicle.signals);
    message.speed.push_back(static_cast<float>(vehicle.speed));
    message.swing.push_back(static_cast<float>(vehicle.swing));
  }
  return message;
}

}  // namespace sim
