// libsim_vehicle.so: drives a model by the wheel forces of sim.vehicle; <parameters> names the
// vehicle's YAML file.
//
// The first link is the vehicle's body, its origin base_link. Parameters of the node: states_rate,
// wheel_speeds_rate, odom_rate and vehicle_state_rate, the rates of the readings in Hz of simulated
// time, and odometry_seed, where the random errors of wheel_odometry begin.
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <gazebo/common/Console.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/Wind.hh>
#include <gazebo/physics/World.hh>
#include <ros/console.h>

#include "laws/input_error.h"
#include "laws/named_seed.h"
#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "vehicle/check.h"
#include "vehicle/ground_rays.h"
#include "vehicle/inbox.h"
#include "laws/vehicle/vehicle.h"
#include "laws/vehicle/weather.h"
#include "vehicle/towed_model.h"
#include "core/vectors.h"
#include "vehicle/vehicle_readings.h"
#include "vehicle/vehicle_topics.h"

namespace sim::vehicle {
namespace {

using ignition::math::Pose3d;
using ignition::math::Vector3d;

Rotation rotation(const ignition::math::Quaterniond& q) {
  const Vector3d x = q * Vector3d::UnitX, y = q * Vector3d::UnitY, z = q * Vector3d::UnitZ;
  return {x.X(), y.X(), z.X(), x.Y(), y.Y(), z.Y(), x.Z(), y.Z(), z.Z()};
}

gazebo::physics::LinkPtr body_of(const gazebo::physics::ModelPtr& model) {
  if (model->GetLinks().empty())
    throw InputError(model->GetName(), "has no link to drive; add one");
  if (model->IsStatic())
    throw InputError(model->GetName(), "is static and cannot be driven; remove <static>");
  return model->GetLinks().front();
}

double rate(const ros::NodeHandle& node, const std::string& name, double usual) {
  const double given = node.param(name, usual);
  if (given > 0.0) return given;
  throw InputError(node.resolveName(name), std::to_string(given) + " Hz must be above 0");
}

}  // namespace

// One driven model: rays and body state in, wheel forces out.
class Driven {
 public:
  Driven(const gazebo::physics::ModelPtr& model, const Description& description)
      : model_(model),
        body_(body_of(model)),
        parameters_(description.parameters),
        vehicle_(description.parameters, description.tyre),
        rays_(model, vehicle_.reach()) {
    check_model(model->GetSDF(), description.parameters,
                model->GetWorld()->Physics()->GetMaxStepSize());
    if (!description.towing.towed_by.empty())
      towed_ = std::make_unique<TowedModel>(model, description.towing);
  }

  // A model with invalid topic names is driven all the same: it brakes and stands.
  void advertise(Simulator& simulator) {
    try {
      set_weather(simulator.private_node().param<std::string>("weather", "dry"));
      open_topics(simulator);
    } catch (const std::exception& error) {
      ROS_ERROR("model %s has no topics: %s", model_->GetName().c_str(), error.what());
    }
  }

  void set_weather(const std::string& name) { vehicle_.set_weather(weather_friction(name)); }

  void before_step(double time, double dt) {
    if (reset_due_.exchange(false)) reset_law();
    switches_.drain(vehicle_);
    inbox_.drain(vehicle_);
    vehicle_.set_wind(vector(wind()));
    const Pose3d pose = body_->WorldPose();
    const Ground ground = rays_.cast(pose, vehicle_.rays());
    const Vector velocity = vector(body_->WorldLinearVel(Vector3d::Zero)),
                 spin = vector(body_->WorldAngularVel());
    const Wrench wrench = vehicle_.step(time, dt, rotation(pose.Rot()), velocity, spin, ground);
    apply(vector(wrench.force), vector(wrench.torque), body_->WorldCoGPose().Pos() - pose.Pos());
    if (towed_) tow(dt);
  }

  void after_step(double time) {
    if (readings_)
      readings_->publish(vehicle_, model_->WorldPose(), time, Simulator::instance().step_size());
  }

  void reset() {
    inbox_.clear();
    reset_law();
  }

  // As reset, before the next step; callable from any thread.
  void reset_soon() {
    inbox_.clear();
    reset_due_ = true;
  }

 private:
  void open_topics(Simulator& simulator) {
    const ros::NodeHandle& options = simulator.private_node();
    const ReadingRates usual;
    const ReadingRates rates = {rate(options, "states_rate", usual.states),
                                rate(options, "tf_rate", usual.tf),
                                rate(options, "wheel_speeds_rate", usual.wheel_speeds),
                                rate(options, "odom_rate", usual.odom),
                                rate(options, "vehicle_state_rate", usual.vehicle_state)};
    const std::string name = model_->GetName();
    const int seed = options.param("odometry_seed", 0);
    ROS_INFO("model %s: wheel_odometry draws from seed %d and its name", name.c_str(), seed);
    vehicle_.seed_odometry(named_seed(seed, name));
    readings_ = std::make_unique<VehicleReadings>(simulator.node(), name, rates);
    topics_ = std::make_unique<VehicleTopics>(simulator.node(), name, parameters_, inbox_,
                                              switches_, simulator.inputs());
  }

  // At the vehicle: Gazebo's own wind, of <wind>, its service or a plugin.
  Vector3d wind() const {
    const auto world = model_->GetWorld();
    return world->WindEnabled() ? world->Wind().WorldLinearVel(body_.get()) : Vector3d::Zero;
  }

  void reset_law() {
    vehicle_.reset();
    if (towed_) towed_->reset();
    hitched_ = false;
  }

  // A model that is hitched rolls; its wheels are braked from when it is not.
  void tow(double dt) {
    const bool hitched = towed_->apply(dt);
    if (hitched == hitched_) return;
    hitched_ = hitched;
    if (hitched) {
      vehicle_.neutral();
    } else {
      vehicle_.command(0.0, 0.0, 0.0);
    }
    ROS_INFO("model %s is %s", model_->GetName().c_str(),
             hitched ? "hitched" : "no longer hitched, and braked");
  }

  // Gazebo takes forces and torques at the centre of mass, the law gives them at the base origin.
  void apply(const Vector3d& force, const Vector3d& torque, const Vector3d& center) {
    const Vector3d moment = torque - center.Cross(force);
    if (!force.IsFinite() || !moment.IsFinite()) {
      ROS_ERROR_THROTTLE(
          1.0, "model %s: its motion has diverged; reset the simulation, and make the step smaller",
          model_->GetName().c_str());
      return;
    }
    body_->AddForce(force);
    body_->AddTorque(moment);
  }

  gazebo::physics::ModelPtr model_;
  gazebo::physics::LinkPtr body_;
  VehicleParameters parameters_;
  Vehicle vehicle_;
  GroundRays rays_;
  // Commands, which a reset forgets, and switches, which it leaves.
  Inbox inbox_, switches_;
  std::atomic<bool> reset_due_{false};
  std::unique_ptr<VehicleReadings> readings_;
  std::unique_ptr<TowedModel> towed_;
  bool hitched_ = false;
  std::unique_ptr<VehicleTopics> topics_;
};

class VehiclePlugin : public gazebo::ModelPlugin {
 public:
  void Load(gazebo::physics::ModelPtr model, sdf::ElementPtr plugin) override {
    // gzserver does not survive a plugin that throws.
    try {
      driven_ = std::make_shared<Driven>(model, plugin_description(plugin));
      connect(Simulator::instance(), model);
    } catch (const std::exception& error) {
      gzerr << "vehicle plugin of model " << model->GetName() << ": " << error.what()
            << "; the model is not driven\n";
      stop();
    }
  }

  // Gazebo has put the model back, maybe in a service's thread of stock gazebo_ros.
  void Reset() override {
    if (driven_) driven_->reset_soon();
  }

  ~VehiclePlugin() override { stop(); }

 private:
  // Callbacks may still run when the model is removed, so they hold weak references.
  void connect(Simulator& simulator, const gazebo::physics::ModelPtr& model) {
    const std::weak_ptr<Driven> weak = driven_;
    simulator.attach(model->GetWorld());
    connections_.push_back(simulator.on_ready([weak, &simulator] {
      if (const auto driven = weak.lock()) driven->advertise(simulator);
    }));
    connections_.push_back(simulator.before_step([weak](double time, double dt) {
      if (const auto driven = weak.lock()) driven->before_step(time, dt);
    }));
    connections_.push_back(simulator.after_step([weak](double time) {
      if (const auto driven = weak.lock()) driven->after_step(time);
    }));
    connections_.push_back(simulator.on_reset([weak](bool) {
      if (const auto driven = weak.lock()) driven->reset();
    }));
    connections_.push_back(simulator.on_weather([weak](const std::string& name) {
      if (const auto driven = weak.lock()) driven->set_weather(name);
    }));
    connections_.push_back(simulator.on_stop([this] { stop(); }));
  }

  void stop() {
    connections_.clear();
    driven_.reset();
  }

  std::shared_ptr<Driven> driven_;
  std::vector<Connection> connections_;
};

const PluginRegistration registered_vehicle =
    registered<gazebo::ModelPlugin, VehiclePlugin>("libsim_vehicle.so");

}  // namespace sim::vehicle
