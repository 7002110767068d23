#include "sensors/cameras/pose_news.h"

#include <utility>

#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

#include "sensors/same_pose.h"

namespace sim {

void PoseNews::send(gazebo::physics::World& world) {
  std::unordered_map<std::uint32_t, ignition::math::Pose3d> there;
  for (const auto& model : world.Models()) {
    const auto pose = model->WorldPose();
    const auto before = sent_.find(model->GetId());
    if (before == sent_.end() || !same(before->second, pose)) world.PublishModelPose(model);
    there.emplace(model->GetId(), pose);
  }
  sent_ = std::move(there);
}

}  // namespace sim
