// Static models of the world that stand for vehicles: taken, moved, given back and parked far below
// the ground.
//
// All of it runs in the physics thread, with the world locked.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gazebo/common/Event.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

#include "traffic/collision_space.h"
#include "traffic/model_source.h"
#include "traffic/pool_slots.h"

namespace sim {

// A model of the pool; `pose` was last written to it.
struct PoolModel {
  gazebo::physics::ModelPtr model;
  std::uint16_t type = 0;
  int k = 0;
  CollisionSpace::Shapes shapes;
  ignition::math::Pose3d home, pose;

  void move(const ignition::math::Pose3d& to, bool publish);
};

class Pool {
 public:
  using Warn = std::function<void(const std::string&)>;

  Pool(const gazebo::physics::WorldPtr& world, Warn warn);
  // Takes over all pool models that the world has, once; at the first step, since physics makes
  // their shapes just before it.
  void take_over();

  // Return the free model of a type with the lowest k, null without one.
  PoolModel* take(std::uint16_t type);
  void give_back(PoolModel* model, bool publish);
  // Park a model that was moved from outside, without freeing it.
  void park(PoolModel* model, bool publish);

  // Request one more model of a type, unless one is pending: many requests would stop the world.
  // Returns whether it did.
  bool grow(std::uint16_t number, const VehicleType& type);
  // Takes a model over that has come since; true if there is one.
  bool grown();
  // All vehicles have been moved: lets bodies that sleep feel them.
  void moved() { space_.wake(); }
  // Return the number of models added to the world since the start.
  std::size_t growth() const { return growth_; }
  std::size_t size(std::uint16_t type) const;
  // Calls a function for each model, in use or not.
  void for_each(const std::function<void(PoolModel&)>& function);

 private:
  struct Type {
    PoolSlots slots;
    std::map<int, std::unique_ptr<PoolModel>> models;
  };

  bool adopt(const gazebo::physics::ModelPtr& model);

  gazebo::physics::WorldPtr world_;
  Warn warn_;
  CollisionSpace space_;
  std::map<std::uint16_t, Type> types_;
  using Clock = std::chrono::steady_clock;
  std::string pending_;
  Clock::time_point asked_{};
  bool taken_over_ = false, arrived_ = false;
  std::size_t growth_ = 0;
  gazebo::event::ConnectionPtr added_;
};

}  // namespace sim
