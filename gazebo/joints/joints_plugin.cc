// libsim_joints.so: drives the joints of a model by trajectories. Parameter of the node:
// joint_states_rate, Hz of simulated time.
#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gazebo/common/Console.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <ros/console.h>

#include "laws/input_error.h"
#include "core/log_throttle.h"
#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "joints/belt.h"
#include "joints/changer_topics.h"
#include "joints/contact_stop.h"
#include "joints/drive.h"
#include "joints/fixed_base.h"
#include "joints/force_torque.h"
#include "joints/joint_topics.h"
#include "joints/settings.h"
#include "joints/tool_changer.h"

namespace sim::joints {
namespace {

// Simulated s without commands after which a model that was stopped takes them again.
constexpr double DEAF = 0.2;

double states_rate() {
  const double given = Simulator::instance().private_node().param("joint_states_rate", 250.0);
  if (given > 0.0) return given;
  ROS_ERROR("joint_states_rate: %g Hz must be above 0; using 250 Hz", given);
  return 250.0;
}

}  // namespace

// One model's joints: trajectories in, motors and states out.
class DrivenJoints {
 public:
  explicit DrivenJoints(const gazebo::physics::ModelPtr& model) : name_(model->GetName()) {
    const Mechanism mechanism = read_mechanism(model->GetSDF());
    for (const std::string& joint : mechanism.movable) axes_.emplace_back(model->GetJoint(joint));
    for (const auto& [joint, control] : mechanism.driven) {
      drives_.emplace_back(Axis(model->GetJoint(joint)), control);
      drive_of_[joint] = drives_.size() - 1;
    }
    controls_ = mechanism.driven;
    for (const auto& [joint, position] : mechanism.start)
      start_.emplace_back(model->GetJoint(joint), position);
    restore();
    if (mechanism.force_torque)
      sensor_.emplace(model->GetJoint(mechanism.force_torque->joint), *mechanism.force_torque);
    if (mechanism.contact_stop) stop_.emplace(model, mechanism);
    if (mechanism.belt)
      belt_.emplace(model->GetJoint(mechanism.belt->joint), mechanism.belt->speed);
    if (mechanism.changer) changer_.emplace(model, *mechanism.changer);
  }

  void advertise(Simulator& simulator) {
    try {
      topics_ = std::make_unique<JointTopics>(simulator.node(), name_, states_rate(), controls_,
                                              orders_, simulator.inputs(),
                                              sensor_ ? sensor_->frame() : "", stop_.has_value());
      if (belt_) belt_topics_ = std::make_unique<BeltTopics>(simulator.node(), name_);
      if (changer_)
        changer_topics_ =
            std::make_unique<ChangerTopics>(simulator.node(), name_, changes_, simulator.inputs());
    } catch (const std::exception& error) {
      ROS_ERROR("model %s has no topics for its joints: %s", name_.c_str(), error.what());
    }
  }

  // Puts joints where they start, at rest; with the world locked.
  void restore() {
    for (const auto& [joint, position] : start_) {
      joint->SetPosition(0, position);
      joint->SetVelocity(0, 0.0);
    }
    if (changer_) changer_->restore();
  }

  // Lets go of the tool, so that Gazebo can put it back; with the world locked.
  void let_go() {
    if (!changer_) return;
    changes_.take();
    changer_->reset();
    if (changer_->before_step(-1.0)) fit();
  }

  void before_step(double time, double dt) {
    if (away_.exchange(false)) {
      let_go();
      restore();
    }
    if (changer_) change_tools(time);
    const bool again = fresh_.exchange(false);
    if (belt_) {
      if (again) belt_->reset();
      if (belt_topics_) belt_topics_->update(*belt_);
      belt_->before_step();
    }
    if (again && stop_) {
      stop_->reset();
      stopped_ = deaf_until_ = -1.0;
    }
    for (Drive& drive : drives_) {
      if (again || drive.displaced()) drive.seat(time);
    }
    for (Order& order : orders_.take()) obey(order, time);
    for (Drive& drive : drives_) drive.before_step(time, dt);
    before_.clear();
    for (const Axis& axis : axes_) before_.push_back(axis.position());
    if (sensor_) sensor_->before_step();
    warn();
  }

  void after_step(double time) {
    const double dt = Simulator::instance().step_size();
    for (Drive& drive : drives_) drive.after_step(dt);
    if (belt_) belt_->after_step();
    if (stop_) look_at_contacts(time, dt);
    if (changer_topics_) changer_topics_->publish(*changer_, time, dt);
    if (!topics_) return;
    if (sensor_) sensor_->after_step(dt, topics_->wrench_wanted());
    topics_->publish([&] { return readings(dt); }, sensor_ ? sensor_->reading() : std::nullopt,
                     time, dt);
  }

  // Before the next step joints forget all orders and hold where they are; callable from
  // any thread.
  void reset() {
    orders_.take();
    fresh_ = true;
  }

  // As reset, where Gazebo puts the joints to 0.
  void reset_to_start() {
    reset();
    away_ = true;
  }

 private:
  void change_tools(double time) {
    for (const ChangerOrder& order : changes_.take()) changer_->obey(order);
    if (changer_->before_step(time)) fit();
  }

  // The tool on the flange counts as a part of the model.
  void fit() {
    const auto tool = changer_->tool();
    const gazebo::physics::Link_V links = tool ? tool->GetLinks() : gazebo::physics::Link_V();
    for (Drive& drive : drives_) drive.carry(links);
    if (sensor_) sensor_->carry(links);
    if (stop_) stop_->fit(tool);
  }

  // Stops a model that meets something as it moves, and lets one that stands give way.
  void look_at_contacts(double time, double dt) {
    const bool stopping = time >= stopped_ && time < stopped_ + DEAF;
    std::vector<double> places;
    bool moving = false;
    for (const Drive& drive : drives_) {
      places.push_back(drive.axis().position());
      moving = moving || drive.moving();
    }
    const auto pressing = stop_->after_step(time, dt, moving && !stopping, places);
    if (pressing && !stopping) moving ? stop(*pressing, time) : give_way(time);
    if (topics_) topics_->publish_contacts(*stop_, time, dt);
  }

  void stop(const Pressing& pressing, double time) {
    stopped_ = time;
    deaf_until_ = time + DEAF;
    stopped_by_ = pressing.other;
    for (std::size_t k = 0; k < drives_.size(); ++k) drives_[k].back_off(time, stop_->before()[k]);
    if (topics_) topics_->stopped(pressing, time);
  }

  void give_way(double time) {
    for (Drive& drive : drives_) drive.seat(time);
  }

  // ODE's velocity of a joint under contact is not its real speed; the displacement of the last
  // step is.
  std::vector<Reading> readings(double dt) const {
    std::vector<Reading> found;
    for (std::size_t k = 0; k < axes_.size(); ++k) {
      const Axis& axis = axes_[k];
      const auto drive = drive_of_.find(axis.name());
      const double position = axis.position(),
                   velocity = before_.empty() ? 0.0 : (position - before_[k]) / dt;
      found.push_back({axis.name(), position, velocity,
                       drive == drive_of_.end() ? axis.effort() : drives_[drive->second].effort()});
    }
    return found;
  }

  void obey(Order& order, double time) {
    if (time < deaf_until_) {
      // A client that continues after a contact stop must not press again and again.
      deaf_until_ = time + DEAF;
      if (deaf_.due()) {
        ROS_ERROR(
            "/%s/command: %s was stopped by %s, which it pressed on; it takes commands again once "
            "none has come for %g s; message ignored",
            name_.c_str(), name_.c_str(), stopped_by_.c_str(), DEAF);
      }
      return;
    }
    const double base = std::max(order.stamp, time);
    for (auto& [number, knots] : order.knots) {
      for (Knot& knot : knots) knot.time += base;
      drives_[number].trajectory().merge(base, knots);
    }
  }

  void warn() {
    for (const Drive& drive : drives_) {
      const char* limit = drive.exceeded();
      if (limit == nullptr || !said_.emplace(drive.axis().name(), 5.0).first->second.due())
        continue;
      ROS_WARN("/%s: the command of joint %s exceeds its %s limit; it is limited", name_.c_str(),
               drive.axis().name().c_str(), limit);
    }
  }

  std::string name_;
  std::vector<Axis> axes_;
  std::vector<Drive> drives_;
  std::map<std::string, std::size_t> drive_of_;
  std::optional<ForceTorqueSensor> sensor_;
  std::optional<ContactStop> stop_;
  std::optional<Belt> belt_;
  std::unique_ptr<BeltTopics> belt_topics_;
  std::optional<ToolChanger> changer_;
  Mailbox<ChangerOrder> changes_;
  double stopped_ = -1.0, deaf_until_ = -1.0;
  std::string stopped_by_;
  LogThrottle deaf_{5.0};
  Controls controls_;
  Mailbox<Order> orders_;
  std::vector<std::pair<gazebo::physics::JointPtr, double>> start_;
  std::vector<double> before_;  // positions at the step's beginning
  std::map<std::string, LogThrottle> said_;
  std::atomic<bool> fresh_{true}, away_{false};
  std::unique_ptr<JointTopics> topics_;
  std::unique_ptr<ChangerTopics> changer_topics_;
};

class JointsPlugin : public gazebo::ModelPlugin {
 public:
  void Load(gazebo::physics::ModelPtr model, sdf::ElementPtr) override {
    // gzserver does not survive a plugin that throws.
    try {
      ignore_static_contacts(model);
      joints_ = std::make_shared<DrivenJoints>(model);
      connect(Simulator::instance(), model);
    } catch (const std::exception& error) {
      gzerr << "joints plugin: " << error.what() << "; the joints are not driven\n";
      stop();
    }
  }

  void Reset() override {
    if (joints_) joints_->reset_to_start();
  }

  ~JointsPlugin() override { stop(); }

 private:
  // Callbacks may still run when the model is removed, so they hold weak references.
  void connect(Simulator& simulator, const gazebo::physics::ModelPtr& model) {
    const std::weak_ptr<DrivenJoints> weak = joints_;
    simulator.attach(model->GetWorld());
    connections_.push_back(simulator.on_ready([weak, &simulator] {
      if (const auto joints = weak.lock()) joints->advertise(simulator);
    }));
    connections_.push_back(simulator.before_step([weak](double time, double dt) {
      if (const auto joints = weak.lock()) joints->before_step(time, dt);
    }));
    connections_.push_back(simulator.after_step([weak](double time) {
      if (const auto joints = weak.lock()) joints->after_step(time);
    }));
    connections_.push_back(simulator.on_reset([weak](bool) {
      if (const auto joints = weak.lock()) {
        joints->let_go();
        joints->reset();
      }
    }));
    connections_.push_back(simulator.on_restored([weak] {
      if (const auto joints = weak.lock()) joints->restore();
    }));
    connections_.push_back(simulator.on_stop([this] { stop(); }));
  }

  void stop() {
    connections_.clear();
    joints_.reset();
  }

  std::shared_ptr<DrivenJoints> joints_;
  std::vector<Connection> connections_;
};

const PluginRegistration registered_joints =
    registered<gazebo::ModelPlugin, JointsPlugin>("libsim_joints.so");

}  // namespace sim::joints
