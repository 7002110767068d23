// GripperActionController of position_controllers and effort_controllers: action gripper_cmd.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <control_msgs/GripperCommandActionFeedback.h>
#include <control_msgs/GripperCommandActionGoal.h>
#include <control_msgs/GripperCommandActionResult.h>

#include "control/ros/action_server.h"
#include "control/ros/controller.h"
#include "laws/input_error.h"

namespace sim::control {
namespace {

using GripperServer =
    ActionServer<control_msgs::GripperCommandActionGoal, control_msgs::GripperCommandActionResult,
                 control_msgs::GripperCommandActionFeedback>;

class GripperActionController : public Controller {
 public:
  GripperActionController(const Setup& setup, Interface interface)
      : monitor_(setup.parameters().positive("action_monitor_rate", 20.0)),
        server_(setup.own, "gripper_cmd") {
    const Parameters parameters = setup.parameters();
    joint_ = setup.joint(parameters.text("joint"), interface);
    claimed_ = {joint_};
    tolerance_ = parameters.positive("goal_tolerance", 0.01);
    usual_effort_ = effort_ = parameters.positive("max_effort", 0.0);
    slow_ = parameters.positive("stall_velocity_threshold", 0.001);
    patience_ = parameters.positive("stall_timeout", 1.0);
    if (interface == Interface::POSITION) return;
    const std::string key = "gains/" + joint_->name();
    const auto gains = parameters.gains(key);
    if (!gains)
      throw InputError("parameter " + parameters.path(key), "has no p; write {p: 100, d: 10}");
    pid_.emplace(*gains);
  }

  void idle(double time) override { server_.refuse(time, "the controller does not run"); }

  void start(double time) override {
    server_.preempt("the controller begins anew");
    target_ = joint_->position();
    effort_ = usual_effort_;
    moved_ = time;
    if (pid_) pid_->reset();
  }

  void stop(double time) override {
    poll(time);
    server_.preempt("the controller has been stopped");
  }

  void update(double time, double dt) override {
    poll(time);
    const double error = target_ - joint_->position();
    if (std::abs(joint_->velocity()) > slow_) moved_ = time;
    if (server_.active()) judge(time, error);
    if (pid_) {
      // As upstream, an effort of 0 gives no force.
      const Range possible = joint_->possible().within(effort_);
      given_ = possible.kept(pid_->answer(error, -joint_->velocity(), dt, possible));
    } else {
      given_ = target_;
    }
    joint_->command(given_);
    server_.publish_status(time, dt);
    if (server_.active() && monitor_.due(time, dt))
      server_.feed_back(filled<GripperServer::Feedback>(false, false));
  }

 private:
  void poll(double time) {
    server_.poll(
        time,
        [this, time](const GripperServer::Goal& goal, GripperServer::Result*, std::string* text) {
          if (!std::isfinite(goal.command.position) || !std::isfinite(goal.command.max_effort)) {
            *text = "command: position and max_effort must be finite";
            return false;
          }
          target_ = goal.command.position;
          effort_ = std::abs(goal.command.max_effort);
          moved_ = time;
          return true;
        },
        [this] {
          target_ = joint_->position();
          effort_ = usual_effort_;
        });
  }

  void judge(double time, double error) {
    if (std::abs(error) < tolerance_) {
      server_.succeed(filled<GripperServer::Result>(false, true));
    } else if (time - moved_ > patience_) {
      server_.abort(filled<GripperServer::Result>(true, false), "the gripper does not move on");
    }
  }

  template <class Message>
  Message filled(bool stalled, bool reached) const {
    Message message;
    message.position = joint_->position();
    message.effort = pid_ ? given_ : joint_->effort();
    message.stalled = static_cast<unsigned char>(stalled);
    message.reached_goal = static_cast<unsigned char>(reached);
    return message;
  }

  Joint* joint_ = nullptr;
  Schedule monitor_;
  std::optional<Pid> pid_;
  double tolerance_ = 0.0, effort_ = 0.0, usual_effort_ = 0.0, slow_ = 0.0, patience_ = 0.0;
  double target_ = 0.0, moved_ = 0.0, given_ = 0.0;
  GripperServer server_;
};

}  // namespace

void add_gripper_controllers(ControllerTypes* types) {
  for (const auto& [family, interface] :
       {std::pair("position", Interface::POSITION), std::pair("effort", Interface::EFFORT)}) {
    (*types)[std::string(family) + "_controllers/GripperActionController"] =
        [interface = interface](const Setup& setup) {
          return std::make_unique<GripperActionController>(setup, interface);
        };
  }
}

}  // namespace sim::control
