// Traffic in Gazebo: reads SUMO's states, moves a model of the pool for each vehicle, and has the
// exact pose of each one.
//
// States and types may be passed in by any thread; everything else runs in the physics thread with
// the world locked. World frame, SI units; a model's origin is the centre of its base, as a
// vehicle's pose is.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

#include "laws/traffic/interpolation.h"
#include "traffic/pool.h"

namespace sim {

class Traffic {
 public:
  using Types = std::map<std::uint16_t, VehicleType>;

  // Writes poses at `pose_rate` Hz of simulated time.
  Traffic(const gazebo::physics::WorldPtr& world, double pose_rate, Pool::Warn warn);

  void take(TrafficStatePtr state);
  void take(Types types);

  // Move the models to the poses of their vehicles at the end of the step from `time` to time + dt;
  // called before it. With `publish` the poses are sent to renderers: without it neither cameras
  // nor gzclient show a move, while physics and CPU rays do.
  void step(double time, double dt, bool publish);
  // The models were put back where they started; `forget` also drops all vehicles.
  void reset(bool forget, bool publish);

  // Vehicles shown, by name.
  std::vector<std::string> names() const;
  // Return the vehicle that a model of the pool shows; empty without one.
  std::string shown_by(const std::string& model) const;
  // Write the state of a vehicle at `time`; return false for an unknown name.
  bool state(const std::string& name, double time, ignition::math::Pose3d& pose,
             ignition::math::Vector3d& linear, ignition::math::Vector3d& angular) const;
  // Calls a function for each vehicle that has a model, with its row in the state shown.
  void for_each_drawn(const std::function<void(const PoolModel& model, const TrafficState& state,
                                               std::size_t row)>& function) const;
  // Return the time of the SUMO state that is shown.
  double shown() const { return interpolator_.state().time; }
  // Return the number of vehicles without a model, and the number of added models.
  std::size_t undrawn() const { return undrawn_; }
  std::size_t growth() const { return pool_.growth(); }

 private:
  struct Vehicle {
    std::uint32_t id;
    std::uint16_t type;
    PoolModel* model;
  };

  void take_what_came(double time);
  void assign(bool publish);
  void draw(std::size_t row);
  // Sort other looks of the same SUMO type, similar sizes first.
  void sort_looks();
  void grow();
  bool due(double time);
  void write(double time, bool publish);
  void forget_poses();

  gazebo::physics::WorldPtr world_;
  Pool::Warn warn_;
  Pool pool_;
  double pose_rate_;
  Interpolator interpolator_;
  TrafficPoses poses_;
  std::vector<Vehicle> vehicles_;  // in the order of the interpolator's state
  Types types_;
  std::map<std::uint16_t, std::vector<std::uint16_t>> other_looks_;
  std::size_t undrawn_ = 0;
  std::int64_t written_ = -1;  // the last pose period that was written
  bool stale_ = false;         // models are not where they were written last
  bool published_ = false;

  std::mutex mutex_;
  std::vector<TrafficStatePtr> new_states_;
  Types new_types_;
};

}  // namespace sim
