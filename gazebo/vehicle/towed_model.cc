#include "vehicle/towed_model.h"

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

#include "core/vectors.h"

namespace sim::vehicle {
namespace {

using ignition::math::Vector3d;

// s between looks for the model that tows, among names that may be many.
constexpr double PATIENCE = 0.1;

double total_mass(const gazebo::physics::ModelPtr& model) {
  double mass = 0.0;
  for (const auto& link : model->GetLinks()) mass += link->GetInertial()->Mass();
  return mass;
}

}  // namespace

void TowedModel::reset() {
  hitch_.reset();
  pause_ = 0.0;
}

Hitch* TowedModel::present(double dt) {
  pause_ -= dt;
  if (pause_ > 0.0) return by_.lock() ? hitch_.get() : nullptr;
  pause_ = PATIENCE;
  // Others may hold a model that has left the world.
  const auto by = model_->GetWorld()->ModelByName(towing_.towed_by);
  if (!by || by != by_.lock()) hitch_.reset();
  if (!by || by->IsStatic() || by->GetLinks().empty()) return nullptr;
  if (!hitch_) hitch_ = std::make_unique<Hitch>(total_mass(model_), total_mass(by), dt);
  by_ = by;
  return hitch_.get();
}

bool TowedModel::apply(double dt) {
  Hitch* const hitch = present(dt);
  if (hitch == nullptr) return false;
  const auto towed = model_->GetLinks().front(), by = by_.lock()->GetLinks().front();
  const Vector3d own = vector(towing_.coupling), other = vector(towing_.ball);
  const Vector3d coupling = towed->WorldPose().CoordPositionAdd(own),
                 ball = by->WorldPose().CoordPositionAdd(other);
  const Vector3d rate = by->WorldLinearVel(other) - towed->WorldLinearVel(own);
  const Vector3d force = vector(hitch->pull(vector(ball - coupling), vector(rate)));
  if (!hitch->closed() || !force.IsFinite()) return false;
  towed->AddForceAtWorldPosition(force, coupling);
  by->AddForceAtWorldPosition(-force, ball);
  return true;
}

}  // namespace sim::vehicle
