#include "traffic/pool.h"

#include <tuple>
#include <utility>

#include <gazebo/common/Events.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

namespace sim {

using ignition::math::Pose3d;

namespace {

constexpr double PARKED_Z = -1000.0;
constexpr std::chrono::seconds PATIENCE{30};

// Each link is connected to each step for wrenches and batteries; links of static models never have
// any, and the empty calls of a thousand of them take longer than the rest of a step.
struct Silenced : gazebo::physics::Link {
  static void silence(gazebo::physics::Link& link) { (link.*&Silenced::connections).clear(); }
};

}  // namespace

void PoolModel::move(const Pose3d& to, bool publish) {
  pose = to;
  model->SetWorldPose(to, !shapes.whole, publish);
  if (shapes.whole) CollisionSpace::place(shapes, to);
}

Pool::Pool(const gazebo::physics::WorldPtr& world, Warn warn)
    : world_(world), warn_(std::move(warn)), space_(world) {
  added_ = gazebo::event::Events::ConnectAddEntity(
      [this](const std::string& name) { arrived_ = arrived_ || name == pending_; });
}

void Pool::take_over() {
  if (taken_over_) return;
  taken_over_ = true;
  for (const auto& model : world_->Models()) adopt(model);
}

PoolModel* Pool::take(std::uint16_t type) {
  const auto found = types_.find(type);
  const auto k = found == types_.end() ? std::nullopt : found->second.slots.take();
  if (!k) return nullptr;
  PoolModel* const model = found->second.models.at(*k).get();
  space_.use(model->shapes);
  return model;
}

void Pool::give_back(PoolModel* model, bool publish) {
  park(model, publish);
  types_.at(model->type).slots.give_back(model->k);
}

void Pool::park(PoolModel* model, bool publish) {
  space_.park(model->shapes);
  model->move(model->home, publish);
}

bool Pool::grow(std::uint16_t number, const VehicleType& type) {
  if (!pending_.empty() && !arrived_ && Clock::now() - asked_ > PATIENCE) {
    warn_("Gazebo did not add model " + pending_ + " within 30 s; its log says why");
    pending_.clear();
  }
  if (!pending_.empty()) return false;
  Type& pool = types_[number];
  const auto like = pool.models.empty() ? nullptr : pool.models.begin()->second->model;
  const Pose3d parked(0, 0, PARKED_Z, 0, 0, 0);
  pending_ = pool_name(number, pool.slots.next());
  asked_ = Clock::now();
  try {
    world_->InsertModelString(pool_model_sdf(type, like, pending_, parked));
  } catch (const std::exception& error) {
    warn_("type " + type.name + ": " + error.what() + "; showing a box instead");
    world_->InsertModelString(box_model_sdf(type, pending_, parked));
  }
  return true;
}

bool Pool::grown() {
  if (!arrived_) return false;
  // Gazebo appends inserted models; a search by name would walk through the whole world, for longer
  // than a step.
  auto model = world_->ModelByIndex(world_->ModelCount() - 1);
  if (!model || model->GetName() != pending_) model = world_->ModelByName(pending_);
  if (!model) return false;
  arrived_ = false;
  pending_.clear();
  ++growth_;
  return adopt(model);
}

std::size_t Pool::size(std::uint16_t type) const {
  const auto found = types_.find(type);
  return found == types_.end() ? 0 : found->second.models.size();
}

void Pool::for_each(const std::function<void(PoolModel&)>& function) {
  for (auto& type : types_) {
    for (auto& model : type.second.models) function(*model.second);
  }
}

bool Pool::adopt(const gazebo::physics::ModelPtr& model) {
  const auto name = parse_pool_name(model->GetName());
  if (!name) {
    if (is_pool_name(model->GetName()))
      warn_("model " + model->GetName() +
            " is in no pool: pool models are named traffic_pool_<number of the type>_<k>");
    return false;
  }
  if (!model->IsStatic()) {
    warn_("model " + model->GetName() +
          " is not static: no vehicle will use it; give it <static>true</static>");
    return false;
  }
  auto entry = std::make_unique<PoolModel>();
  entry->model = model;
  std::tie(entry->type, entry->k) = *name;
  entry->home = model->WorldPose();
  if (entry->home.Pos().Z() > PARKED_Z) entry->home = Pose3d(0, 0, PARKED_Z, 0, 0, 0);
  entry->shapes = space_.adopt(*model);
  for (const auto& link : model->GetLinks()) Silenced::silence(*link);
  park(entry.get(), true);
  Type& type = types_[name->first];
  type.slots.add(name->second);
  type.models[name->second] = std::move(entry);
  return true;
}

}  // namespace sim
