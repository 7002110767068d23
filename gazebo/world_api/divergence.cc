#include "world_api/divergence.h"

#include <gazebo/common/Events.hh>
#include <gazebo/physics/physics.hh>
#include <ros/console.h>

namespace sim {

// A body faster than this has left every scene that can be simulated, and ODE gives up soon after.
constexpr double FASTEST = 1e6;

Divergence::Divergence() {
  step_ = Simulator::instance().after_step([this](double now) { look(now); });
  added_ = gazebo::event::Events::ConnectAddEntity([this](const std::string&) { changed_ = true; });
  deleted_ =
      gazebo::event::Events::ConnectDeleteEntity([this](const std::string&) { changed_ = true; });
}

void Divergence::look(double now) {
  if (changed_.exchange(false)) list();
  for (const auto& known : dynamic_) {
    const auto model = known.lock();
    if (!model) continue;
    const auto speed = model->WorldLinearVel();
    if (model->WorldPose().IsFinite() && speed.IsFinite() &&
        speed.SquaredLength() < FASTEST * FASTEST)
      continue;
    const std::string reason = "physics diverged at " + std::to_string(now) +
                               " s: " + model->GetName() +
                               " has left all bounds; reset the simulation";
    if (!Simulator::instance().gate().paused() || Simulator::instance().gate().stepping())
      ROS_ERROR("%s; paused", reason.c_str());
    Simulator::instance().gate().fail(reason);
    return;
  }
}

void Divergence::list() {
  dynamic_.clear();
  for (const auto& model : Simulator::instance().world()->Models()) {
    if (!model->IsStatic()) dynamic_.emplace_back(model);
  }
}

}  // namespace sim
