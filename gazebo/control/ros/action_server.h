// Server side of an action (actionlib's protocol). Its goals are handled in the physics thread, one
// at a time: a new goal preempts the active one.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <actionlib_msgs/GoalID.h>
#include <actionlib_msgs/GoalStatusArray.h>
#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>

#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "core/stamp.h"

namespace sim::control {

template <class ActionGoal, class ActionResult, class ActionFeedback>
class ActionServer {
 public:
  using Goal = decltype(ActionGoal::goal);
  using Result = decltype(ActionResult::result);
  using Feedback = decltype(ActionFeedback::feedback);
  using Status = actionlib_msgs::GoalStatus;

  ActionServer(ros::NodeHandle node, const std::string& name) {
    const auto fast = ros::TransportHints().tcpNoDelay();
    status_ = node.advertise<actionlib_msgs::GoalStatusArray>(name + "/status", 50, true);
    result_ = node.advertise<ActionResult>(name + "/result", 50);
    feedback_ = node.advertise<ActionFeedback>(name + "/feedback", 50);
    goals_ = node.subscribe(name + "/goal", 50, &ActionServer::take_goal, this, fast);
    cancels_ = node.subscribe(name + "/cancel", 50, &ActionServer::take_cancel, this, fast);
    status_.publish(actionlib_msgs::GoalStatusArray());
  }
  ActionServer(const ActionServer&) = delete;
  ActionServer& operator=(const ActionServer&) = delete;
  ~ActionServer() {
    goals_.shutdown();
    cancels_.shutdown();
    for (ros::Publisher* publisher : {&status_, &result_, &feedback_}) publisher->shutdown();
  }

  // Process received messages. `accept(goal, why)` returns whether a goal is accepted, else with
  // the reason; `cancelled()` is called when the active goal was cancelled.
  template <class Accept, class Cancelled>
  void poll(double time, Accept accept, Cancelled cancelled) {
    now_ = time;
    for (const Request& request : inbox_.take()) {
      if (request.goal) {
        receive(*request.goal, accept);
      } else if (active_ && concerns(request.cancel, active_->goal_id)) {
        end(Status::PREEMPTED, Result(), "cancelled");
        cancelled();
      }
    }
  }

  // Takes no goal that has arrived.
  void refuse(double time, const std::string& why) {
    poll(
        time,
        [&why](const Goal&, Result*, std::string* text) {
          *text = why;
          return false;
        },
        [] {});
  }

  bool active() const { return active_.has_value(); }
  void succeed(const Result& result) { end(Status::SUCCEEDED, result, ""); }
  void abort(const Result& result, const std::string& why) { end(Status::ABORTED, result, why); }
  // Something else has taken over.
  void preempt(const std::string& why) {
    if (active_) end(Status::PREEMPTED, Result(), why);
  }

  void feed_back(const Feedback& feedback) {
    if (!active_) return;
    ActionFeedback message;
    message.header = header(now_, "");
    message.status = *active_;
    message.feedback = feedback;
    feedback_.publish(message);
  }

  // The topic status, call it with each step.
  void publish_status(double time, double dt) {
    now_ = time;
    if (schedule_.due(time, dt)) publish();
  }

 private:
  struct Request {
    std::optional<ActionGoal> goal;
    actionlib_msgs::GoalID cancel;
  };
  struct Ended {
    Status status;
    double time;
  };
  // Time in s for which the end of a goal stays in the status.
  static constexpr double TOLD = 5.0;

  void take_goal(const ActionGoal& message) { inbox_.post({message, {}}); }
  void take_cancel(const actionlib_msgs::GoalID& message) { inbox_.post({std::nullopt, message}); }

  static bool concerns(const actionlib_msgs::GoalID& cancel, const actionlib_msgs::GoalID& goal) {
    if (cancel.id.empty() && cancel.stamp.isZero()) return true;
    if (!cancel.id.empty() && cancel.id == goal.id) return true;
    return !cancel.stamp.isZero() && goal.stamp <= cancel.stamp;
  }

  template <class Accept>
  void receive(const ActionGoal& message, Accept accept) {
    Status status;
    status.goal_id = message.goal_id;
    if (status.goal_id.id.empty())
      status.goal_id.id = goals_.getTopic() + "-" + std::to_string(++numbered_);
    Result why;
    std::string text;
    if (!accept(message.goal, &why, &text)) {
      status.status = Status::REJECTED;
      return tell(status, why, text);
    }
    preempt("another goal has come");
    status.status = Status::ACTIVE;
    active_ = status;
    publish();
  }

  void end(unsigned char how, const Result& result, const std::string& text) {
    if (!active_) return;
    Status status = *active_;
    active_.reset();
    status.status = how;
    tell(status, result, text);
  }

  void tell(Status status, const Result& result, const std::string& text) {
    status.text = text;
    ended_.push_back({status, now_});
    ActionResult message;
    message.header = header(now_, "");
    message.status = status;
    message.result = result;
    result_.publish(message);
    publish();
  }

  void publish() {
    ended_.erase(std::remove_if(ended_.begin(), ended_.end(),
                                [this](const Ended& one) { return now_ - one.time > TOLD; }),
                 ended_.end());
    actionlib_msgs::GoalStatusArray message;
    message.header = header(now_, "");
    for (const Ended& one : ended_) message.status_list.push_back(one.status);
    if (active_) message.status_list.push_back(*active_);
    status_.publish(message);
  }

  double now_ = 0.0;
  int numbered_ = 0;
  Schedule schedule_{5.0};
  std::optional<Status> active_;
  std::vector<Ended> ended_;
  Mailbox<Request> inbox_;
  ros::Publisher status_, result_, feedback_;
  ros::Subscriber goals_, cancels_;
};

}  // namespace sim::control
