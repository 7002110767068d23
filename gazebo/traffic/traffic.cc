#include "traffic/traffic.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>

namespace sim {

using ignition::math::Pose3d;
using ignition::math::Quaterniond;
using ignition::math::Vector3d;

namespace {

constexpr char VEHICLE_PREFIX[] = "traffic_";

// R_z(yaw) R_y(pitch) R_x(roll).
Quaterniond rotation(double yaw, double pitch, double roll) {
  const double cy = std::cos(0.5 * yaw), sy = std::sin(0.5 * yaw);
  if (pitch == 0.0 && roll == 0.0) return Quaterniond(cy, 0.0, 0.0, sy);
  const double cp = std::cos(0.5 * pitch), sp = std::sin(0.5 * pitch);
  const double cr = std::cos(0.5 * roll), sr = std::sin(0.5 * roll);
  return Quaterniond(cy * cp * cr + sy * sp * sr, cy * cp * sr - sy * sp * cr,
                     cy * sp * cr + sy * cp * sr, sy * cp * cr - cy * sp * sr);
}

// Exactly equal, where Gazebo's own comparison allows for a millimetre.
bool same(const Pose3d& a, const Pose3d& b) {
  return a.Pos().X() == b.Pos().X() && a.Pos().Y() == b.Pos().Y() && a.Pos().Z() == b.Pos().Z() &&
         a.Rot().W() == b.Rot().W() && a.Rot().X() == b.Rot().X() && a.Rot().Y() == b.Rot().Y() &&
         a.Rot().Z() == b.Rot().Z();
}

}  // namespace

Traffic::Traffic(const gazebo::physics::WorldPtr& world, double pose_rate, Pool::Warn warn)
    : world_(world), warn_(warn), pool_(world, std::move(warn)), pose_rate_(pose_rate) {}

void Traffic::take(TrafficStatePtr state) {
  std::lock_guard<std::mutex> guard(mutex_);
  new_states_.push_back(std::move(state));
}

void Traffic::take(Types types) {
  std::lock_guard<std::mutex> guard(mutex_);
  new_types_ = std::move(types);
}

void Traffic::step(double time, double dt, bool publish) {
  // Sensors' threads walk the collision spaces under this lock.
  boost::recursive_mutex::scoped_lock lock(*world_->Physics()->GetPhysicsUpdateMutex());
  pool_.take_over();
  take_what_came(time);
  if (publish && !published_) forget_poses();
  published_ = publish;
  const bool changed = interpolator_.advance(time + dt), grown = pool_.grown();
  if (changed || (undrawn_ > 0 && (grown || stale_))) {
    assign(publish);
    stale_ = true;
  }
  if (undrawn_ > 0) grow();
  if (due(time + dt) || stale_) write(time + dt, publish);
}

void Traffic::take_what_came(double time) {
  std::vector<TrafficStatePtr> states;
  Types types;
  {
    std::lock_guard<std::mutex> guard(mutex_);
    states.swap(new_states_);
    types.swap(new_types_);
  }
  for (auto& state : states) interpolator_.add(std::move(state), time);
  if (!types.empty()) {
    types_ = std::move(types);
    sort_looks();
    stale_ = true;
  }
}

void Traffic::assign(bool publish) {
  const TrafficState& state = interpolator_.state();
  std::vector<Vehicle> old;
  old.swap(vehicles_);
  vehicles_.reserve(state.size());
  std::size_t at = 0;
  for (std::size_t row = 0; row < state.size(); ++row) {
    const std::uint32_t id = state.id[row];
    // A bridge that has been started again numbers from 0: an id may come back as a vehicle of
    // another type.
    for (; at < old.size() &&
           (old[at].id < id || (old[at].id == id && old[at].type != state.type[row]));
         ++at) {
      if (old[at].model) pool_.give_back(old[at].model, publish);
    }
    const bool stays = at < old.size() && old[at].id == id;
    vehicles_.push_back({id, state.type[row], stays ? old[at++].model : nullptr});
  }
  for (; at < old.size(); ++at) {
    if (old[at].model) pool_.give_back(old[at].model, publish);
  }
  undrawn_ = 0;
  for (std::size_t row = 0; row < vehicles_.size(); ++row) draw(row);
}

void Traffic::draw(std::size_t row) {
  Vehicle& vehicle = vehicles_[row];
  if (!vehicle.model) {
    vehicle.model = pool_.take(vehicle.type);
    const auto looks = other_looks_.find(vehicle.type);
    // To insert a model would hold the physics up, and by chance more vehicles may have one look
    // than there are models of it.
    if (!vehicle.model && looks != other_looks_.end()) {
      for (const std::uint16_t other : looks->second) {
        vehicle.model = pool_.take(other);
        if (vehicle.model) break;
      }
    }
    if (!vehicle.model) ++undrawn_;
  }
}

void Traffic::sort_looks() {
  other_looks_.clear();
  for (const auto& type : types_) {
    std::vector<std::uint16_t> looks;
    for (const auto& other : types_) {
      if (other.first != type.first && other.second.name == type.second.name)
        looks.push_back(other.first);
    }
    const Vector3d size = type.second.size;
    std::stable_sort(looks.begin(), looks.end(), [&](std::uint16_t a, std::uint16_t b) {
      return (types_.at(a).size - size).Length() < (types_.at(b).size - size).Length();
    });
    if (!looks.empty()) other_looks_[type.first] = std::move(looks);
  }
}

void Traffic::grow() {
  for (const Vehicle& vehicle : vehicles_) {
    const auto type = types_.find(vehicle.type);
    if (vehicle.model || type == types_.end()) continue;
    if (pool_.grow(type->first, type->second)) {
      warn_(std::to_string(undrawn_) + " vehicles are not drawn: the " +
            std::to_string(pool_.size(type->first)) + " models for type " + type->second.name +
            " are in use, and Gazebo adds one at a time (" + std::to_string(pool_.growth()) +
            " so far); a world file with enough models " + pool_name(type->first, 0) +
            ", ... avoids it");
    }
    return;
  }
}

bool Traffic::due(double time) {
  const auto period = static_cast<std::int64_t>(std::floor(time * pose_rate_ + 1e-6));
  if (period == written_) return false;
  written_ = period;
  return true;
}

void Traffic::write(double time, bool publish) {
  stale_ = false;
  interpolator_.at(time, poses_);
  for (std::size_t row = 0; row < vehicles_.size(); ++row) {
    PoolModel* const model = vehicles_[row].model;
    if (!model) continue;
    const TrafficPose& at = poses_[row];
    const Pose3d pose(Vector3d(at.position[0], at.position[1], at.position[2]),
                      rotation(at.yaw, at.pitch, at.roll));
    if (same(pose, model->pose)) continue;
    model->move(pose, publish);
  }
  pool_.moved();
}

void Traffic::reset(bool forget, bool publish) {
  boost::recursive_mutex::scoped_lock lock(*world_->Physics()->GetPhysicsUpdateMutex());
  if (forget) {
    std::lock_guard<std::mutex> guard(mutex_);
    new_states_.clear();
    interpolator_ = Interpolator();
    for (const Vehicle& vehicle : vehicles_) {
      if (vehicle.model) pool_.give_back(vehicle.model, publish);
    }
    vehicles_.clear();
    undrawn_ = 0;
  }
  forget_poses();
  written_ = -1;
}

void Traffic::forget_poses() {
  pool_.for_each([](PoolModel& model) { model.pose = model.home; });
  stale_ = true;
}

std::vector<std::string> Traffic::names() const {
  std::vector<std::string> names;
  names.reserve(vehicles_.size());
  for (const Vehicle& vehicle : vehicles_)
    names.push_back(VEHICLE_PREFIX + std::to_string(vehicle.id));
  return names;
}

std::string Traffic::shown_by(const std::string& model) const {
  for (const Vehicle& vehicle : vehicles_) {
    if (vehicle.model && vehicle.model->model->GetName() == model)
      return VEHICLE_PREFIX + std::to_string(vehicle.id);
  }
  return "";
}

void Traffic::for_each_drawn(
    const std::function<void(const PoolModel& model, const TrafficState& state, std::size_t row)>&
        function) const {
  for (std::size_t row = 0; row < vehicles_.size(); ++row) {
    if (vehicles_[row].model) function(*vehicles_[row].model, interpolator_.state(), row);
  }
}

bool Traffic::state(const std::string& name, double time, Pose3d& pose, Vector3d& linear,
                    Vector3d& angular) const {
  const std::size_t prefix = sizeof(VEHICLE_PREFIX) - 1;
  if (name.rfind(VEHICLE_PREFIX, 0) != 0 || name.size() == prefix || name.size() > prefix + 10 ||
      name.find_first_not_of("0123456789", prefix) != std::string::npos) {
    return false;
  }
  const unsigned long long id = std::stoull(name.substr(prefix));
  const long row = id > UINT32_MAX ? -1 : interpolator_.state().row(static_cast<std::uint32_t>(id));
  if (row < 0) return false;
  const VehiclePose at = interpolator_.at(time, static_cast<std::size_t>(row));
  pose.Set(Vector3d(at.position[0], at.position[1], at.position[2]),
           rotation(at.yaw, at.pitch, at.roll));
  linear.Set(at.velocity[0], at.velocity[1], at.velocity[2]);
  angular.Set(0.0, 0.0, at.yaw_rate);
  return true;
}

}  // namespace sim
