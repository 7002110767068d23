#include "world_api/wrenches.h"

#include <algorithm>

#include <gazebo/physics/physics.hh>

namespace sim {

// Times are sums of steps.
constexpr double EPSILON = 1e-9;

Wrenches::Wrenches() {
  step_ = Simulator::instance().before_step([this](double now, double) { apply(now); });
  reset_ = Simulator::instance().on_reset([this](bool) { wrenches_.clear(); });
}

void Wrenches::apply(double now) {
  if (wrenches_.empty()) return;
  const auto& world = Simulator::instance().world();
  const auto over = [&](const Wrench& wrench) {
    return now >= wrench.end - EPSILON || !world->EntityByName(wrench.link);
  };
  wrenches_.erase(std::remove_if(wrenches_.begin(), wrenches_.end(), over), wrenches_.end());
  for (const Wrench& wrench : wrenches_) {
    if (now < wrench.begin - EPSILON) continue;
    const auto link =
        boost::dynamic_pointer_cast<gazebo::physics::Link>(world->EntityByName(wrench.link));
    const ignition::math::Pose3d pose = link->WorldPose();
    link->AddForceAtWorldPosition(wrench.force, pose.Pos() + pose.Rot() * wrench.point);
    link->AddTorque(wrench.torque);
  }
}

}  // namespace sim
