// Twists of static models that are moved from outside: Gazebo has no velocity of static models, but
// observers of a walking model need one. They last until the model is moved again or the world is
// reset. Called with the world locked.
#pragma once

#include <cstdint>
#include <map>

#include <gazebo/physics/Model.hh>
#include <ignition/math/Vector3.hh>

namespace sim {

struct ModelTwist {
  ignition::math::Vector3d linear, angular;  // m/s, rad/s; world axes, at the model's origin
};

class CarriedTwists {
 public:
  void set(const gazebo::physics::ModelPtr& model, const ModelTwist& twist) {
    if (model->IsStatic()) twists_[model->GetId()] = twist;
  }

  // Of any model.
  ModelTwist of(const gazebo::physics::ModelPtr& model) const {
    const auto found = twists_.find(model->GetId());
    return found != twists_.end() ? found->second
                                  : ModelTwist{model->WorldLinearVel(), model->WorldAngularVel()};
  }

  void clear() { twists_.clear(); }

 private:
  std::map<std::uint32_t, ModelTwist> twists_;
};

}  // namespace sim
