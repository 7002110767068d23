// Shared state of all plugins of one gzserver: the world and its lock, the roscpp node, the gate,
// callbacks around each step.
//
// Physics holds the world's lock from the beginning of a step to its end; ROS threads take it with
// lock(). Callbacks run in the physics thread, under that lock, in the order of their registration.
// Simulation time is in s; frame world, SI units.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <boost/thread/locks.hpp>
#include <boost/thread/recursive_mutex.hpp>
#include <gazebo/common/CommonTypes.hh>
#include <gazebo/common/UpdateInfo.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

#include "core/carried.h"
#include "core/gate.h"
#include "laws/lockstep/inputs.h"
#include "laws/lockstep/lockstep.h"
#include "core/measurements.h"
#include "core/ros_side.h"
#include "core/static_tf.h"
#include "core/world_access.h"

namespace sim {

using Connection = std::shared_ptr<void>;

// A vehicle or person of the traffic as a model of the world shows it: its `type` in
// /traffic/types, which may be the look of another type, the centre of its base, SUMO's bits, m/s,
// and for walkers the swing of the left leg, from -1 (back) to 1 (forward).
struct ShownVehicle {
  std::uint32_t id = 0;
  std::uint16_t type = 0;
  ignition::math::Pose3d pose;
  std::uint32_t signals = 0;
  double speed = 0.0, swing = 0.0;
};

// Queries of the world API and of cameras about traffic; called with the world locked.
struct TrafficModels {
  virtual ~TrafficModels() = default;
  // Models of the vehicles shown, traffic_<id>.
  virtual std::vector<std::string> names() const = 0;
  // Return whether a model of the world belongs to a pool, which the API hides.
  virtual bool is_pool(const std::string& model) const = 0;
  // Return the vehicle that a pool's model shows; empty without one.
  virtual std::string shown_by(const std::string& model) const = 0;
  // State in the world frame; false if no such vehicle is shown.
  virtual bool state(const std::string& name, ignition::math::Pose3d& pose,
                     ignition::math::Vector3d& linear, ignition::math::Vector3d& angular) const = 0;
  // Return all vehicles with a model, with the poses last written to the models.
  virtual std::vector<ShownVehicle> shown() const = 0;
};

using RemovalsHeldOff = boost::unique_lock<boost::recursive_mutex>;

struct EntitiesLock {
  std::unique_lock<WorldAccess> world;
  RemovalsHeldOff removals;
};

// Callbacks that are removed when the owner destroys the token.
template <class... Arguments>
class Callbacks {
 public:
  using Function = std::function<void(Arguments...)>;

  Connection add(Function function) {
    auto token = std::make_shared<Function>(std::move(function));
    std::lock_guard<std::mutex> guard(mutex_);
    functions_.push_back(token);
    return token;
  }

  void operator()(const Arguments&... arguments) {
    for (const auto& function : living()) (*function)(arguments...);
  }

 private:
  std::vector<std::shared_ptr<Function>> living() {
    std::lock_guard<std::mutex> guard(mutex_);
    std::vector<std::shared_ptr<Function>> found;
    functions_.remove_if([](const auto& function) { return function.expired(); });
    for (const auto& function : functions_) {
      if (auto alive = function.lock()) found.push_back(std::move(alive));
    }
    return found;
  }

  std::mutex mutex_;
  std::list<std::weak_ptr<Function>> functions_;
};

class Simulator {
 public:
  static Simulator& instance();

  // From a system plugin's Load: keeps the ROS arguments and takes the world up when Gazebo has
  // loaded it.
  void start(int argc, char** argv);
  // Attach to the world from a model's plugin, which may be the first plugin in it.
  void attach(const gazebo::physics::WorldPtr& world);

  const gazebo::physics::WorldPtr& world() const { return world_; }
  ros::NodeHandle& node() { return ros_->node(); }
  ros::NodeHandle& service_node() { return ros_->service_node(); }
  ros::NodeHandle& private_node() { return ros_->private_node(); }
  StaticTf& static_tf() { return *static_tf_; }
  // Simulation time of the world's present state; during a step, that of its beginning.
  double time() const { return time_.load(std::memory_order_relaxed); }
  double step_size() const;

  // Called once world and ROS are there; at once if they are.
  Connection on_ready(std::function<void()> function);
  // The state is that of `time`; the step leads to time + dt.
  Connection before_step(std::function<void(double time, double dt)> function) {
    return before_step_.add(std::move(function));
  }
  // The state is that of `time`; also called after each reset and once at the beginning.
  Connection after_step(std::function<void(double time)> function) {
    return after_step_.add(std::move(function));
  }
  // Time stands still at `time`: after a pause, step_world or a reset.
  Connection on_standstill(std::function<void(double time)> function) {
    return on_standstill_.add(std::move(function));
  }
  Connection on_reset(std::function<void(bool with_time)> function) {
    return on_reset_.add(std::move(function));
  }
  // After a reset, once Gazebo has put all models back.
  Connection on_restored(std::function<void()> function) {
    return restored_.add(std::move(function));
  }
  // Register a callback for a model of the world that was moved, or given another speed, from
  // outside; with the world locked.
  Connection on_placed(std::function<void(const gazebo::physics::ModelPtr& model)> function) {
    return placed_.add(std::move(function));
  }
  // Another weather, by name, as tyres feel it; with the world locked.
  Connection on_weather(std::function<void(const std::string& name)> function) {
    return weather_.add(std::move(function));
  }
  // gzserver ends: let go of the world and of everything of ROS; physics has stopped.
  Connection on_stop(std::function<void()> function) { return on_stop_.add(std::move(function)); }

  std::unique_lock<WorldAccess> lock() { return std::unique_lock<WorldAccess>(access_); }
  // Gazebo removes models in its own time, even while it is paused, but not as long as this is
  // held. What waits for sensors or for a model that is being loaded (World::Reset,
  // World::ModelByName) must not be called meanwhile: it may in turn wait for this.
  RemovalsHeldOff hold_off_removals() const;
  EntitiesLock lock_entities() { return {lock(), hold_off_removals()}; }
  // Return a model of the world or a nested one, by its name; nullptr if it is missing or Gazebo is
  // still loading it.
  gazebo::physics::ModelPtr model(const std::string& name) const;
  Gate& gate() { return gate_; }
  Inputs& inputs() { return inputs_; }
  Lockstep& lockstep() { return lockstep_; }
  CarriedTwists& carried() { return carried_; }
  Measurements& measurements() { return measurements_; }

  // Notify all listeners that the world is being reset and its models are back; with the world
  // locked.
  void reset_done(bool with_time);
  void restored() { restored_(); }
  // Notify all listeners that a model, or one of its links, was moved from outside.
  void placed(const gazebo::physics::ModelPtr& model) { placed_(model); }
  // Set the weather of all vehicles, and by the parameter of future ones; with the world locked.
  void set_weather(const std::string& name);
  // Calls the listeners of after_step and on_standstill for a state that no further step follows at
  // once; with the world locked.
  void announce();
  // Takes everything down; called when Gazebo takes its world down.
  void stop();

  void set_traffic(TrafficModels* traffic) { traffic_ = traffic; }
  TrafficModels* traffic() const { return traffic_; }

 private:
  Simulator();
  void begin_step(const gazebo::common::UpdateInfo& info);
  void end_step();

  std::vector<std::string> arguments_;
  WorldAccess access_;
  Inputs inputs_;
  Lockstep lockstep_{inputs_};
  Gate gate_{access_};
  CarriedTwists carried_;
  gazebo::physics::WorldPtr world_;
  std::unique_ptr<RosSide> ros_;
  std::unique_ptr<StaticTf> static_tf_;
  std::atomic<double> time_{0.0};
  bool in_step_ = false;
  TrafficModels* traffic_ = nullptr;
  Callbacks<> ready_, on_stop_, restored_;
  Callbacks<double, double> before_step_;
  Callbacks<double> after_step_, on_standstill_;
  Callbacks<bool> on_reset_;
  Callbacks<gazebo::physics::ModelPtr> placed_;
  Callbacks<std::string> weather_;
  std::vector<gazebo::event::ConnectionPtr> connections_;
  Measurements measurements_;
};

}  // namespace sim
