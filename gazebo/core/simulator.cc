#include "core/simulator.h"

#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/physics.hh>

namespace sim {

using gazebo::event::Events;
using gazebo::physics::ModelPtr;

namespace {

ModelPtr named(const gazebo::physics::Model_V& models, const std::string& name) {
  for (const ModelPtr& model : models) {
    if (model->GetName() == name) return model;
  }
  for (const ModelPtr& model : models) {
    if (const ModelPtr nested = named(model->NestedModels(), name)) return nested;
  }
  return nullptr;
}

}  // namespace

Simulator& Simulator::instance() {
  // Never destroyed: plugins and roscpp threads may outlive static objects; stop() takes everything
  // down.
  static Simulator* simulator = new Simulator;
  return *simulator;
}

Simulator::Simulator() {
  inputs_.on_arrival = [this] { gate_.wake(); };
  connections_.push_back(Events::ConnectSigInt([this] { gate_.release(); }));
}

void Simulator::start(int argc, char** argv) {
  if (!arguments_.empty()) return;
  arguments_.assign(argv, argv + argc);
  connections_.push_back(Events::ConnectWorldCreated(
      [this](const std::string& name) { attach(gazebo::physics::get_world(name)); }));
}

void Simulator::attach(const gazebo::physics::WorldPtr& world) {
  if (world_) return;
  world_ = world;
  time_ = world->SimTime().Double();
  if (arguments_.empty()) arguments_.push_back("gzserver");
  ros_ = std::make_unique<RosSide>(arguments_);
  static_tf_ = std::make_unique<StaticTf>(ros_->node());
  gate_.attach(world, private_node().param(
                          "paused", world->IsPaused() && !private_node().hasParam("paused")));
  connections_.push_back(
      Events::ConnectWorldUpdateBegin([this](const auto& info) { begin_step(info); }));
  connections_.push_back(Events::ConnectWorldUpdateEnd([this] { end_step(); }));
  connections_.push_back(Events::ConnectTimeReset([this] { reset_done(true); }));
  connections_.push_back(Events::ConnectWorldReset([this] { restored(); }));
  world->LoadPlugin("libsim_teardown.so", "sim_teardown", std::make_shared<sdf::Element>());
  ready_();
  {
    const auto locked = lock();
    announce();
  }
  gate_.start();
}

RemovalsHeldOff Simulator::hold_off_removals() const {
  return RemovalsHeldOff(*world_->Physics()->GetPhysicsUpdateMutex());
}

ModelPtr Simulator::model(const std::string& name) const { return named(world_->Models(), name); }

double Simulator::step_size() const { return world_->Physics()->GetMaxStepSize(); }

Connection Simulator::on_ready(std::function<void()> function) {
  if (world_ && ros_) function();
  return ready_.add(std::move(function));
}

void Simulator::begin_step(const gazebo::common::UpdateInfo& info) {
  access_.lock();
  in_step_ = true;
  const double dt = step_size();
  time_ = (info.simTime - gazebo::common::Time(dt)).Double();
  before_step_(time_, dt);
}

void Simulator::end_step() {
  if (!in_step_) return;
  time_ = world_->SimTime().Double();
  after_step_(time_);
  gate_.step_ended();
  in_step_ = false;
  access_.unlock();
}

void Simulator::reset_done(bool with_time) {
  carried_.clear();
  if (with_time) {
    time_ = 0.0;
    inputs_.clear();
    lockstep_.reset();
  }
  on_reset_(with_time);
}

void Simulator::set_weather(const std::string& name) {
  private_node().setParam("weather", name);
  weather_(name);
}

void Simulator::announce() {
  after_step_(time_);
  on_standstill_(time_);
}

void Simulator::stop() {
  gate_.stop();
  on_stop_();
  connections_.clear();
  static_tf_.reset();
  ros_.reset();
  world_.reset();
}

// Gazebo destroys a world's plugins after physics has stopped and while the models still exist: the
// only moment for an orderly end. Connections that remain when gzserver unloads its libraries can
// abort it.
class Teardown : public gazebo::WorldPlugin {
 public:
  void Load(gazebo::physics::WorldPtr, sdf::ElementPtr) override {}
  ~Teardown() override { Simulator::instance().stop(); }
};

const PluginRegistration registered_teardown =
    registered<gazebo::WorldPlugin, Teardown>("libsim_teardown.so");

}  // namespace sim
