#include "world_api/timed_forces.h"

#include <algorithm>
#include <utility>

#include <gazebo/physics/physics.hh>

namespace sim {
namespace {

// Times are sums of steps.
constexpr double EPSILON = 1e-9;

bool present(const gazebo::physics::LinkPtr& link) {
  return link && Simulator::instance().world()->EntityByName(link->GetScopedName()) == link;
}

}  // namespace

TimedForces::TimedForces() {
  step_ = Simulator::instance().before_step([this](double now, double) { apply(now); });
  reset_ = Simulator::instance().on_reset([this](bool) { forces_.clear(); });
}

void TimedForces::add(const gazebo::physics::LinkPtr& link, const gazebo::physics::Base& target,
                      const Interval& interval, std::function<void()> act) {
  forces_.push_back({link, &target, interval, std::move(act)});
}

void TimedForces::forget(const gazebo::physics::Base& target) {
  const auto on_it = [&](const Force& force) { return force.target == &target; };
  forces_.erase(std::remove_if(forces_.begin(), forces_.end(), on_it), forces_.end());
}

void TimedForces::apply(double now) {
  if (forces_.empty()) return;
  const auto over = [&](const Force& force) {
    return now >= force.interval.end - EPSILON || !present(force.link.lock());
  };
  forces_.erase(std::remove_if(forces_.begin(), forces_.end(), over), forces_.end());
  for (const Force& force : forces_) {
    if (now >= force.interval.begin - EPSILON) force.act();
  }
}

}  // namespace sim
