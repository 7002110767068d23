#include "bench/baseline.h"

#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <geometry_msgs/TransformStamped.h>
#include <tf2/exceptions.h>

namespace sim {

using ignition::math::Pose3d;

std::vector<Pose3d> poses_of(const TrafficStates& state) {
  std::vector<Pose3d> poses;
  for (std::size_t row = 0; row < state.id.size(); ++row) {
    poses.emplace_back(state.x[row], state.y[row], state.z[row], 0.0, state.pitch[row],
                       state.yaw[row]);
  }
  return poses;
}

void set_poses(const std::vector<gazebo::physics::ModelPtr>& models,
               const std::vector<Pose3d>& poses, bool publish) {
  for (std::size_t row = 0; row < poses.size(); ++row)
    models[row]->SetWorldPose(poses[row], true, publish);
}

std::size_t PaperScheme::receive(const std::vector<gazebo::physics::ModelPtr>& models,
                                 const TrafficStates& state) {
  const std::vector<Pose3d> poses = poses_of(state);
  for (std::size_t row = 0; row < poses.size(); ++row) {
    geometry_msgs::TransformStamped transform;
    transform.header.stamp = state.header.stamp;
    transform.header.frame_id = "world";
    transform.child_frame_id = models[row]->GetName();
    transform.transform.translation.x = poses[row].Pos().X();
    transform.transform.translation.y = poses[row].Pos().Y();
    transform.transform.translation.z = poses[row].Pos().Z();
    transform.transform.rotation.w = poses[row].Rot().W();
    transform.transform.rotation.x = poses[row].Rot().X();
    transform.transform.rotation.y = poses[row].Rot().Y();
    transform.transform.rotation.z = poses[row].Rot().Z();
    buffer_.setTransform(transform, "bench");
  }
  return poses.size();
}

void PaperScheme::step() {
  moved_ = 0;
  std::size_t seen = 0;
  for (const auto& model : world_->Models()) {
    const std::string name = model->GetName();
    if (name == "ground_plane" || name == "ego" || name == "traffic_lights") continue;
    if (++seen > vehicles_) break;
    try {
      const auto found = buffer_.lookupTransform("world", name, ros::Time(0)).transform;
      model->SetWorldPose(Pose3d(
          ignition::math::Vector3d(found.translation.x, found.translation.y, found.translation.z),
          ignition::math::Quaterniond(found.rotation.w, found.rotation.x, found.rotation.y,
                                      found.rotation.z)));
      ++moved_;
    } catch (const tf2::TransformException&) {
    }
  }
}

}  // namespace sim
