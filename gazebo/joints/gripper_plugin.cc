// libsim_gripper.so: a gripper with fingers or a suction cup at the end of a model.
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <gazebo/common/Console.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <ros/console.h>

#include "laws/input_error.h"
#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "joints/gripper_topics.h"
#include "joints/parallel.h"
#include "joints/settings.h"
#include "joints/vacuum.h"

namespace sim::joints {
namespace {

std::unique_ptr<Gripper> gripper_of(const gazebo::physics::ModelPtr& model) {
  const Mechanism mechanism = read_mechanism(model->GetSDF());
  if (mechanism.parallel) return std::make_unique<ParallelGripper>(model, *mechanism.parallel);
  if (mechanism.vacuum) return std::make_unique<VacuumGripper>(model, *mechanism.vacuum);
  throw InputError(model->GetName(), "no plugin of the model is libsim_gripper.so");
}

}  // namespace

// One model's gripper with its topics.
class Gripping {
 public:
  explicit Gripping(const gazebo::physics::ModelPtr& model)
      : name_(model->GetName()), gripper_(gripper_of(model)) {}

  void advertise(Simulator& simulator) {
    try {
      topics_ =
          std::make_unique<GripperTopics>(simulator.node(), name_, orders_, simulator.inputs());
    } catch (const std::exception& error) {
      ROS_ERROR("model %s has no topics for its gripper: %s", name_.c_str(), error.what());
    }
  }

  void before_step(double time, double dt) {
    if (fresh_.exchange(false)) gripper_->reset();
    for (const GripperOrder& order : orders_.take()) gripper_->obey(order);
    gripper_->before_step(time, dt);
  }

  void after_step(double time) {
    const double dt = Simulator::instance().step_size();
    gripper_->after_step(time, dt);
    if (topics_) topics_->publish(*gripper_, time, dt);
  }

  // Before the next step the gripper lets go and forgets all its orders; callable from any thread.
  void reset() {
    orders_.take();
    fresh_ = true;
  }

  // Reset, and release at once, so that Gazebo can put back the held object; with the world locked.
  void let_go() {
    gripper_->reset();
    reset();
  }

 private:
  std::string name_;
  Mailbox<GripperOrder> orders_;
  std::unique_ptr<Gripper> gripper_;
  std::atomic<bool> fresh_{false};
  std::unique_ptr<GripperTopics> topics_;
};

class GripperPlugin : public gazebo::ModelPlugin {
 public:
  void Load(gazebo::physics::ModelPtr model, sdf::ElementPtr) override {
    // gzserver does not survive a plugin that throws.
    try {
      gripping_ = std::make_shared<Gripping>(model);
      connect(Simulator::instance(), model);
    } catch (const std::exception& error) {
      gzerr << "gripper plugin: " << error.what() << "; the gripper does nothing\n";
      stop();
    }
  }

  void Reset() override {
    if (gripping_) gripping_->reset();
  }

  ~GripperPlugin() override { stop(); }

 private:
  // Callbacks may still run when the model is removed, so they hold weak references.
  void connect(Simulator& simulator, const gazebo::physics::ModelPtr& model) {
    const std::weak_ptr<Gripping> weak = gripping_;
    simulator.attach(model->GetWorld());
    connections_.push_back(simulator.on_ready([weak, &simulator] {
      if (const auto gripping = weak.lock()) gripping->advertise(simulator);
    }));
    connections_.push_back(simulator.before_step([weak](double time, double dt) {
      if (const auto gripping = weak.lock()) gripping->before_step(time, dt);
    }));
    connections_.push_back(simulator.after_step([weak](double time) {
      if (const auto gripping = weak.lock()) gripping->after_step(time);
    }));
    connections_.push_back(simulator.on_reset([weak](bool) {
      if (const auto gripping = weak.lock()) gripping->let_go();
    }));
    connections_.push_back(simulator.on_stop([this] { stop(); }));
  }

  void stop() {
    connections_.clear();
    gripping_.reset();
  }

  std::shared_ptr<Gripping> gripping_;
  std::vector<Connection> connections_;
};

const PluginRegistration registered_gripper =
    registered<gazebo::ModelPlugin, GripperPlugin>("libsim_gripper.so");

}  // namespace sim::joints
