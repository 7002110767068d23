// What ours is compared with: bare SetWorldPose, and Algorithm 2 of the SUMO-Gazebo hybrid simulation paper.
#pragma once

#include <string>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>
#include <sim/TrafficStates.h>
#include <tf2/buffer_core.h>

namespace sim {

std::vector<ignition::math::Pose3d> poses_of(const TrafficStates& state);

// Nothing but the calls, with poses that are there already.
void set_poses(const std::vector<gazebo::physics::ModelPtr>& models, const std::vector<ignition::math::Pose3d>& poses,
               bool publish);

// In each step, for each model of the world: its name, its transform from tf, its pose.
class PaperScheme {
 public:
  explicit PaperScheme(const gazebo::physics::WorldPtr& world) : world_(world) {}

  // A transform for each model, as a listener puts it into the buffer.
  void receive(const std::vector<gazebo::physics::ModelPtr>& models, const TrafficStates& state);
  void step();

 private:
  gazebo::physics::WorldPtr world_;
  tf2::BufferCore buffer_;
};

}  // namespace sim
