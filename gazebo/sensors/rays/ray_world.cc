#include "sensors/rays/ray_world.h"

#include <algorithm>
#include <cmath>

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

#include "core/shown_limbs.h"
#include "laws/sensors/reflectivity.h"
#include "traffic/pool_slots.h"

namespace sim {
namespace {

using gazebo::physics::Link;
using gazebo::physics::Model;
using ignition::math::Pose3d;

constexpr double EPSILON = 1e-9;

// Calls a function for each link with the outermost model that it is in.
template <class Function>
void for_each_link(const Model& model, const Model& outermost, const Function& function) {
  for (const auto& link : model.GetLinks()) function(*link, outermost);
  for (const auto& nested : model.NestedModels()) for_each_link(*nested, outermost, function);
}

template <class Function>
void for_each_link(const gazebo::physics::World& world, const Function& function) {
  for (const auto& model : world.Models()) for_each_link(*model, *model, function);
}

// Return the reflectivity of a traffic model by its size.
double reflectivity_of(const Model& outermost, const TriangleTree& body) {
  if (!is_pool_name(outermost.GetName())) return -1.0;
  const Vector size = body.high() - body.low();
  return traffic_reflectivity(size[0], size[1], size[2]);
}

// Return a snapshot with the bodies of a later one; bodies that did not exist yet get their first
// pose.
Snapshot as_in(const Snapshot& earlier, const Snapshot& later) {
  if (earlier.roster == later.roster) return earlier;
  Snapshot made{earlier.time, later.roster, later.poses};
  for (const auto& [link, row] : later.roster->rows) {
    const auto found = earlier.roster->rows.find(link);
    if (found == earlier.roster->rows.end()) continue;
    for (std::size_t k = 0;
         row + k < made.poses.size() && later.roster->bodies[row + k].link == link; ++k) {
      made.poses[row + k] = earlier.poses[found->second + k];
    }
  }
  return made;
}

}  // namespace

Snapshot RayWorld::snapshot(const gazebo::physics::World& world, double time) {
  std::size_t count = 0;
  bool same = roster_ != nullptr;
  for_each_link(world, [&](const Link& link, const Model&) {
    same = same && count < links_.size() && links_[count] == link.GetId();
    ++count;
  });
  if (!same || count != links_.size()) {
    const auto roster = std::make_shared<Roster>();
    std::unordered_map<std::uint32_t, VisualShape> known;
    links_.clear();
    for_each_link(world, [&](const Link& link, const Model& outermost) {
      const std::uint32_t id = link.GetId();
      links_.push_back(id);
      const auto before = known_.find(id);
      const VisualShape shape = before != known_.end() ? before->second : shapes_.of(link);
      roster->rows[id] = roster->bodies.size();
      const double reflectivity = reflectivity_of(outermost, *shape.body);
      roster->bodies.push_back(
          {id, outermost.GetId(), "", Pose3d::Zero, shape.body, shape.parts, reflectivity});
      for (const LimbShape& limb : shape.limbs) {
        roster->bodies.push_back(
            {id, outermost.GetId(), limb.visual, limb.rest, limb.tree, shape.parts, reflectivity});
      }
      known.emplace(id, shape);
    });
    known_ = std::move(known);
    roster_ = roster;
    shapes_.forget_unused();
  }
  Snapshot made{time, roster_, {}};
  made.poses.reserve(roster_->bodies.size());
  const ShownLimbs& limbs = ShownLimbs::instance();
  for_each_link(world, [&](const Link& link, const Model&) {
    const Pose3d& pose = link.WorldPose();
    const auto& bodies = roster_->bodies;
    for (std::size_t row = made.poses.size();
         row < bodies.size() && bodies[row].link == link.GetId(); ++row) {
      const RayBody& body = bodies[row];
      made.poses.push_back(body.limb.empty() ? pose : limbs.of(body.limb, body.rest) + pose);
    }
  });
  return made;
}

void RayWorld::keep(Snapshot snapshot, double step) {
  const double begin = snapshot.time - period_ - step;
  kept_.push_back(std::move(snapshot));
  while (kept_.size() > 2 && kept_[1].time <= begin) kept_.pop_front();
}

void RayWorld::forget_before_a_gap(double time, double step) {
  if (kept_.empty()) return;
  const double since = time - kept_.back().time;
  if (since < -EPSILON || since > SPACING + 2.0 * step) kept_.clear();
}

void RayWorld::note(const gazebo::physics::World& world, double time, double step, double period) {
  period_ = std::max(period_, period);
  ShownLimbs::instance().want(time);
  forget_before_a_gap(time, step);
  if (kept_.empty() || time - kept_.back().time > SPACING - EPSILON)
    keep(snapshot(world, time), step);
}

Exposure RayWorld::take(const gazebo::physics::World& world, double time, double step,
                        double period) {
  ShownLimbs::instance().want(time);
  forget_before_a_gap(time, step);
  if (!kept_.empty() && kept_.back().time > time - EPSILON) kept_.pop_back();
  keep(snapshot(world, time), step);
  Exposure exposure = {kept_.back()};
  const double begin = time - period + EPSILON;
  for (auto earlier = std::next(kept_.rbegin());
       earlier != kept_.rend() && exposure.back().time > begin; ++earlier) {
    exposure.push_back(as_in(*earlier, exposure.back()));
  }
  std::reverse(exposure.begin(), exposure.end());
  return exposure;
}

}  // namespace sim
