// JointTrajectoryController of position_controllers, velocity_controllers and effort_controllers:
// topic command and action follow_joint_trajectory in; topic state out.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <control_msgs/FollowJointTrajectoryActionFeedback.h>
#include <control_msgs/FollowJointTrajectoryActionGoal.h>
#include <control_msgs/FollowJointTrajectoryActionResult.h>
#include <control_msgs/JointTrajectoryControllerState.h>
#include <ros/console.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <trajectory_msgs/JointTrajectory.h>

#include "laws/control/joint_trajectory.h"
#include "control/ros/action_server.h"
#include "control/ros/controller.h"
#include "laws/input_error.h"

namespace sim::control {
namespace {

using TrajectoryServer = ActionServer<control_msgs::FollowJointTrajectoryActionGoal,
                                      control_msgs::FollowJointTrajectoryActionResult,
                                      control_msgs::FollowJointTrajectoryActionFeedback>;
using Result = TrajectoryServer::Result;
using trajectory_msgs::JointTrajectory;

TrajectoryMessage read(const JointTrajectory& message, const std::vector<std::string>& names,
                       double time) {
  TrajectoryMessage found;
  found.start = message.header.stamp.isZero() ? time : message.header.stamp.toSec();
  found.joints = message.joint_names.empty() ? names : message.joint_names;
  for (const auto& point : message.points)
    found.points.push_back({point.time_from_start.toSec(), point.positions, point.velocities,
                            point.accelerations, point.effort});
  return found;
}

void add(const Motion& motion, trajectory_msgs::JointTrajectoryPoint* point) {
  point->positions.push_back(motion.position);
  point->velocities.push_back(motion.velocity);
}

// Apply a goal's tolerance: 0 keeps the controller's own, a negative one disables it.
void overrule(double given, double* own) {
  if (given > 0.0) *own = given;
  if (given < 0.0) *own = 0.0;
}

struct Tolerances {
  std::vector<Tolerance> path, goal;
  double time = 0.0;
};

class JointTrajectoryController : public Controller {
 public:
  JointTrajectoryController(const Setup& setup, Interface interface)
      : interface_(interface),
        names_(setup.parameters().names("joints")),
        state_(setup.parameters().positive("state_publish_rate", 50.0)),
        monitor_(setup.parameters().positive("action_monitor_rate", 20.0)),
        server_(setup.own, "follow_joint_trajectory"),
        topic_(setup.own.resolveName("command")) {
    claimed_ = setup.joints_of(names_, interface);
    read_parameters(setup.parameters());
    std::vector<bool> continuous;
    for (const Joint* joint : claimed_) continuous.push_back(joint->described().continuous);
    plan_.emplace(names_, continuous);
    ros::NodeHandle own = setup.own;
    publisher_ = own.advertise<control_msgs::JointTrajectoryControllerState>("state", 10);
    commands_ = own.subscribe("command", 10, &JointTrajectoryController::take, this,
                              ros::TransportHints().tcpNoDelay());
  }
  ~JointTrajectoryController() override {
    commands_.shutdown();
    publisher_.shutdown();
  }

  void idle(double time) override {
    inbox_.take();
    server_.refuse(time, "the controller does not run");
  }

  void start(double time) override {
    preempt("the controller begins anew");
    plan_->hold(time, positions());
    for (Pid& pid : pids_) pid.reset();
  }

  void stop(double time) override {
    poll(time);
    preempt("the controller has been stopped");
    server_.publish_status(time, 0.0);
  }

  void update(double time, double dt) override {
    poll(time);
    look(time);
    if (server_.active()) judge(time);
    plan_->forget(time);
    for (std::size_t row = 0; row < claimed_.size(); ++row) command(row, time, dt);
    server_.publish_status(time, dt);
    if (state_.due(time, dt) && publisher_.getNumSubscribers() > 0)
      publisher_.publish(filled<control_msgs::JointTrajectoryControllerState>(time));
    if (server_.active() && monitor_.due(time, dt))
      server_.feed_back(filled<TrajectoryServer::Feedback>(time));
  }

 private:
  void read_parameters(const Parameters& parameters) {
    partial_ = parameters.flag("allow_partial_joints_goal", false);
    stopping_ = parameters.positive("stop_trajectory_duration", 0.0);
    usual_.time = parameters.positive("constraints/goal_time", 0.0);
    const double resting = parameters.positive("constraints/stopped_velocity_tolerance", 0.01);
    for (const std::string& name : names_) {
      const std::string key = "constraints/" + name;
      usual_.path.push_back({parameters.positive(key + "/trajectory", 0.0), 0.0, 0.0});
      usual_.goal.push_back({parameters.positive(key + "/goal", 0.0), resting, 0.0});
      forward_.push_back(parameters.number("velocity_ff/" + name, 0.0));
      if (interface_ == Interface::POSITION) continue;
      const auto gains = parameters.gains("gains/" + name);
      if (!gains && interface_ == Interface::EFFORT)
        throw InputError("parameter " + parameters.path("gains/" + name),
                         "has no p; write {p: 100, d: 10, i: 0, i_clamp: 0}");
      pids_.emplace_back(gains.value_or(Gains()));
    }
  }

  std::vector<double> positions() const {
    std::vector<double> found;
    for (const Joint* joint : claimed_) found.push_back(joint->position());
    return found;
  }

  void take(const JointTrajectory& message) { inbox_.post(message); }

  void preempt(const std::string& why) { server_.preempt(why); }

  // Process messages since the last step.
  void poll(double time) {
    for (const JointTrajectory& message : inbox_.take()) {
      try {
        if (message.points.empty()) {
          plan_->stop(time, stopping_);
        } else {
          plan_->take(time, read(message, names_, time), partial_);
        }
        preempt("a trajectory has come by the topic command");
      } catch (const InputError& error) {
        ROS_ERROR("%s: %s; it is ignored", topic_.c_str(), error.what());
      }
    }
    server_.poll(
        time,
        [this, time](const TrajectoryServer::Goal& goal, Result* why, std::string* text) {
          return accept(goal, time, why, text);
        },
        [this, time] { plan_->stop(time, stopping_); });
  }

  bool accept(const TrajectoryServer::Goal& goal, double time, Result* why, std::string* text) {
    why->error_code = Result::INVALID_GOAL;
    try {
      Tolerances wanted = tolerances_of(goal);
      if (goal.trajectory.points.empty()) {
        plan_->stop(time, stopping_);
      } else {
        why->error_code =
            strangers(goal.trajectory.joint_names) ? Result::INVALID_JOINTS : Result::INVALID_GOAL;
        plan_->take(time, read(goal.trajectory, names_, time), partial_);
      }
      tolerances_ = wanted;
    } catch (const InputError& error) {
      why->error_string = *text = error.what();
      ROS_ERROR("%s: %s; the goal is rejected", topic_.c_str(), error.what());
      return false;
    }
    return true;
  }

  bool strangers(const std::vector<std::string>& names) const {
    if (names.size() != names_.size() && !partial_) return true;
    return std::any_of(names.begin(), names.end(), [this](const std::string& name) {
      return std::find(names_.begin(), names_.end(), name) == names_.end();
    });
  }

  Tolerances tolerances_of(const TrajectoryServer::Goal& goal) const {
    Tolerances found = usual_;
    for (const auto& [given, own] : {std::pair(&goal.path_tolerance, &found.path),
                                     std::pair(&goal.goal_tolerance, &found.goal)}) {
      for (const auto& one : *given) {
        const auto at = std::find(names_.begin(), names_.end(), one.name);
        if (at == names_.end())
          throw InputError("tolerance", "names '" + one.name + "', no joint of the controller");
        Tolerance& tolerance = (*own)[static_cast<std::size_t>(at - names_.begin())];
        overrule(one.position, &tolerance.position);
        overrule(one.velocity, &tolerance.velocity);
        overrule(one.acceleration, &tolerance.acceleration);
      }
    }
    overrule(goal.goal_time_tolerance.toSec(), &found.time);
    return found;
  }

  // Compute desired and actual motion of the joints, and the error, at a time.
  void look(double time) {
    wanted_.clear();
    actual_.clear();
    errors_.clear();
    for (std::size_t row = 0; row < claimed_.size(); ++row) {
      const Joint& joint = *claimed_[row];
      const Motion wanted = plan_->wanted(row, time);
      const double way = wanted.position - joint.position();
      const bool turns = joint.described().continuous;
      wanted_.push_back(wanted);
      actual_.push_back({joint.position(), joint.velocity(), 0.0});
      errors_.push_back(
          {turns ? std::remainder(way, 2.0 * M_PI) : way, wanted.velocity - joint.velocity(), 0.0});
    }
  }

  // Decide whether the active goal has succeeded or failed.
  void judge(double time) {
    const bool underway = time < plan_->end();
    bool reached = true;
    for (std::size_t row = 0; row < claimed_.size(); ++row) {
      if (underway && !within(errors_[row], tolerances_.path[row])) {
        return fail(time, Result::PATH_TOLERANCE_VIOLATED,
                    names_[row] + " is off its path by " + std::to_string(errors_[row].position));
      }
      reached = reached && within(errors_[row], tolerances_.goal[row]);
    }
    if (underway) return;
    if (reached) {
      Result result;
      result.error_code = Result::SUCCESSFUL;
      server_.succeed(result);
    } else if (time >= plan_->end() + tolerances_.time) {
      fail(time, Result::GOAL_TOLERANCE_VIOLATED, missed());
    }
  }

  std::string missed() const {
    std::string text;
    for (std::size_t row = 0; row < claimed_.size(); ++row) {
      if (within(errors_[row], tolerances_.goal[row])) continue;
      text += (text.empty() ? "" : ", ") + names_[row] + " is off by " +
              std::to_string(errors_[row].position) + " at " +
              std::to_string(std::abs(actual_[row].velocity)) + " per s";
    }
    return text;
  }

  void fail(double time, int code, const std::string& why) {
    Result result;
    result.error_code = code;
    result.error_string = why;
    ROS_WARN("%s: %s; the goal is given up", topic_.c_str(), why.c_str());
    server_.abort(result, why);
    plan_->stop(time, stopping_);
  }

  void command(std::size_t row, double time, double dt) {
    if (interface_ == Interface::POSITION)
      return claimed_[row]->command(plan_->wanted(row, time + dt).position);
    const Motion& error = errors_[row];
    // Without gains a velocity follows by feedforward alone.
    const double forward = forward_[row] * wanted_[row].velocity;
    const Range possible = claimed_[row]->possible().without(forward);
    claimed_[row]->command(forward +
                           pids_[row].answer(error.position, error.velocity, dt, possible));
  }

  template <class Message>
  Message filled(double time) const {
    Message message;
    message.header = header(time, "");
    message.joint_names = names_;
    for (std::size_t row = 0; row < names_.size(); ++row) {
      add(wanted_[row], &message.desired);
      message.desired.accelerations.push_back(wanted_[row].acceleration);
      add(actual_[row], &message.actual);
      add(errors_[row], &message.error);
    }
    return message;
  }

  Interface interface_;
  std::vector<std::string> names_;
  Schedule state_, monitor_;
  bool partial_ = false;
  double stopping_ = 0.0;
  Tolerances usual_, tolerances_;
  std::vector<double> forward_;
  std::vector<Pid> pids_;
  std::optional<JointTrajectories> plan_;
  std::vector<Motion> wanted_, actual_, errors_;
  Mailbox<JointTrajectory> inbox_;
  TrajectoryServer server_;
  std::string topic_;
  ros::Publisher publisher_;
  ros::Subscriber commands_;
};

}  // namespace

void add_joint_trajectory_controllers(ControllerTypes* types) {
  for (const auto& [family, interface] :
       {std::pair("position", Interface::POSITION), std::pair("velocity", Interface::VELOCITY),
        std::pair("effort", Interface::EFFORT)}) {
    (*types)[std::string(family) + "_controllers/JointTrajectoryController"] =
        [interface = interface](const Setup& setup) {
          return std::make_unique<JointTrajectoryController>(setup, interface);
        };
  }
}

}  // namespace sim::control
