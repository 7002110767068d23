// Baselines of the comparison: bare SetWorldPose, and [SumoGazebo, Alg. 2].
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
void set_poses(const std::vector<gazebo::physics::ModelPtr>& models,
               const std::vector<ignition::math::Pose3d>& poses, bool publish);

// In each step, for each model of the world: its name, its transform from tf, its pose.
class PaperScheme {
 public:
  // Uses the world's first `vehicles` models other than ground and ego: the paper has no pool, so
  // spare models are left out.
  PaperScheme(const gazebo::physics::WorldPtr& world, std::size_t vehicles)
      : world_(world), vehicles_(vehicles) {}

  // Return the number of transforms, one for each vehicle, put into the buffer as by a listener.
  std::size_t receive(const std::vector<gazebo::physics::ModelPtr>& models,
                      const TrafficStates& state);
  void step();
  // Return the number of models that the last step moved.
  std::size_t moved() const { return moved_; }

 private:
  gazebo::physics::WorldPtr world_;
  std::size_t vehicles_, moved_ = 0;
  tf2::BufferCore buffer_;
};

}  // namespace sim
