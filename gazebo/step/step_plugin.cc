// libsim_step.so: /gazebo/step_world and the lockstep's services and topics; also beside stock
// gazebo_ros.
//
// Parameters of the node: wait_for (lockstep participants) and wait_for_models, comma-separated,
// without which the first step is not made; duration (simulated s after which gzserver ends, 0 for
// never).
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <set>
#include <sstream>

#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/physics.hh>
#include <ros/console.h>
#include <sim/LockstepBoundary.h>
#include <sim/LockstepDone.h>
#include <sim/LockstepJoin.h>
#include <sim/LockstepLeave.h>
#include <sim/StepWorld.h>

#include "core/convert.h"
#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "step/bounds.h"
#include "step/watched_contacts.h"

namespace sim {
namespace {

constexpr double PATIENCE = 120.0;
constexpr double PARTING = 2.0;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> found;
  std::stringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) {
    word.erase(std::remove(word.begin(), word.end(), ' '), word.end());
    if (!word.empty()) found.push_back(word);
  }
  return found;
}

}  // namespace

class StepPlugin : public gazebo::SystemPlugin {
 public:
  void Load(int argc, char** argv) override {
    Simulator& simulator = Simulator::instance();
    connections_.push_back(simulator.on_ready([this] { begin(); }));
    connections_.push_back(simulator.on_stop([this] { end(); }));
    simulator.start(argc, argv);
  }

 private:
  void begin() {
    ros::NodeHandle& own = simulator_.private_node();
    wait_for_ = words(own.param<std::string>("wait_for", ""));
    wait_for_models_ = words(own.param<std::string>("wait_for_models", ""));
    duration_ = own.param("duration", 0.0);
    started_ = Clock::now();
    boundary_ = simulator_.node().advertise<LockstepBoundary>("/gazebo/lockstep/boundary", 100);
    done_ = simulator_.node().subscribe("/gazebo/lockstep/done", 100, &StepPlugin::done, this,
                                        ros::TransportHints().tcpNoDelay());
    ros::NodeHandle& node = simulator_.service_node();
    services_.push_back(node.advertiseService("/gazebo/step_world", &StepPlugin::step_world, this));
    services_.push_back(node.advertiseService("/gazebo/lockstep/join", &StepPlugin::join, this));
    services_.push_back(node.advertiseService("/gazebo/lockstep/leave", &StepPlugin::leave, this));
    simulator_.gate().set_ready([this] { return ready(); });
  }

  void end() {
    services_.clear();
    contacts_.watch({});
    done_.shutdown();
    boundary_.shutdown();
  }

  // With the world locked, before each step: whether it may be made.
  bool ready() {
    const auto held = simulator_.hold_off_removals();
    if (!begun_ && lacks_something()) return false;
    begun_ = true;
    note_contacts();
    const double now = simulator_.time();
    if (duration_ > 0.0 && now >= duration_ - 1e-9) {
      finish(now);
      return false;
    }
    const std::vector<Participant> due = simulator_.lockstep().due(now);
    if (!due.empty()) publish_boundary(now, due);
    if (!simulator_.lockstep().waiting()) return true;
    for (const Participant& late : simulator_.lockstep().drop_late()) {
      ROS_ERROR("lockstep: %s was silent for %.1f s at %.3f s; the simulation continues without it",
                late.name.c_str(), late.timeout, now);
    }
    return !simulator_.lockstep().waiting();
  }

  void note_contacts() {
    contacts_.watch(simulator_.lockstep().models());
    for (const auto& [model, touched] : contacts_.now())
      simulator_.lockstep().note_contact(model, touched);
  }

  bool lacks_something() const {
    std::string lacking;
    for (const std::string& name : wait_for_) {
      if (!simulator_.lockstep().has(name)) lacking += (lacking.empty() ? "" : ", ") + name;
    }
    for (const std::string& name : wait_for_models_) {
      if (!simulator_.model(name)) lacking += (lacking.empty() ? "" : ", ") + name;
    }
    if (lacking.empty() || seconds_since(started_) <= PATIENCE) return !lacking.empty();
    ROS_ERROR("waited %.0f s for %s; starting without", PATIENCE, lacking.c_str());
    return false;
  }

  // Participants that work ahead get time to finish their work for the end of the run, so that runs
  // end alike.
  void finish(double now) {
    if (ended_) return;
    simulator_.lockstep().due(now);
    if (parting_ == Clock::time_point{}) parting_ = Clock::now();
    if (simulator_.lockstep().waiting() && seconds_since(parting_) < PARTING) return;
    ended_ = true;
    std::cout << "sim: ended at " << now << " s, the end of its duration\n" << std::flush;
    kill(getpid(), SIGINT);
  }

  void publish_boundary(double now, const std::vector<Participant>& due) {
    LockstepBoundary message;
    message.header.stamp = stamp(now);
    message.header.frame_id = "world";
    std::set<std::string> names;
    std::set<ModelContact> contacts;
    for (const Participant& participant : due) {
      message.participants.push_back(participant.name);
      message.repeats.push_back(participant.repeats);
      names.insert(participant.models.begin(), participant.models.end());
      contacts.insert(participant.contacts.begin(), participant.contacts.end());
    }
    for (const auto& [model, touched] : contacts) {
      message.touching.push_back(model);
      message.touched.push_back(touched);
    }
    for (const std::string& name : names) {
      if (const auto model = simulator_.model(name)) describe(model, message);
    }
    boundary_.publish(message);
  }

  void describe(const gazebo::physics::ModelPtr& model, LockstepBoundary& message) const {
    const ModelTwist twist = simulator_.carried().of(model);
    const ignition::math::AxisAlignedBox box = bounds(model);
    message.models.push_back(model->GetName());
    message.pose.push_back(pose_message(model->WorldPose()));
    message.twist.push_back(twist_message(twist.linear, twist.angular));
    message.size.push_back(vector_message<geometry_msgs::Vector3>(box.Size()));
    message.center.push_back(vector_message<geometry_msgs::Vector3>(box.Center()));
  }

  void done(const LockstepDone::ConstPtr& message) {
    if (message->heard.toSec() > simulator_.time() + 1e-6) return;
    simulator_.lockstep().done(message->name, message->stamp.toSec(), message->inputs);
    simulator_.gate().wake();
  }

  bool step_world(StepWorld::Request& request, StepWorld::Response& answer) {
    const std::string failure = request.steps > 0 ? simulator_.gate().step(request.steps) : "";
    const auto locked = simulator_.lock();
    simulator_.announce();
    answer.success = failure.empty();
    answer.status_message = "gazebo/step_world: " + (failure.empty() ? "done" : failure);
    answer.stamp = stamp(simulator_.time());
    return true;
  }

  bool join(LockstepJoin::Request& request, LockstepJoin::Response& answer) {
    Participant participant;
    participant.name = request.name;
    participant.period = request.period.toSec();
    participant.timeout = request.timeout.toSec();
    participant.models = request.models;
    try {
      const auto locked = simulator_.lock();
      answer.first_boundary =
          stamp(simulator_.lockstep().join(participant, simulator_.time(), simulator_.step_size()));
      answer.success = true;
      answer.status_message = "gazebo/lockstep/join: done";
    } catch (const std::invalid_argument& error) {
      answer.success = false;
      answer.status_message = std::string("gazebo/lockstep/join: ") + error.what();
    }
    simulator_.gate().wake();
    return true;
  }

  bool leave(LockstepLeave::Request& request, LockstepLeave::Response& answer) {
    answer.success = simulator_.lockstep().leave(request.name);
    answer.status_message = "gazebo/lockstep/leave: " +
                            (answer.success ? "done" : request.name + ": is not a participant");
    simulator_.gate().wake();
    return true;
  }

  Simulator& simulator_ = Simulator::instance();
  WatchedContacts contacts_;
  std::vector<std::string> wait_for_, wait_for_models_;
  double duration_ = 0.0;
  bool begun_ = false, ended_ = false;
  Clock::time_point started_, parting_{};
  ros::Publisher boundary_;
  ros::Subscriber done_;
  std::vector<ros::ServiceServer> services_;
  std::vector<Connection> connections_;
};

const PluginRegistration registered_step =
    registered<gazebo::SystemPlugin, StepPlugin>("libsim_step.so");

}  // namespace sim
