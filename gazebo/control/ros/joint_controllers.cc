// Controllers that forward a command to one or several joints, and those that convert it into an
// effort or a velocity by a PID: position_controllers, velocity_controllers and effort_controllers.
#include <cmath>
#include <optional>

#include <control_msgs/JointControllerState.h>
#include <ros/console.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <std_msgs/Float64.h>
#include <std_msgs/Float64MultiArray.h>

#include "control/ros/controller.h"
#include "laws/input_error.h"
#include "core/mailbox.h"
#include "laws/lockstep/schedule.h"
#include "core/stamp.h"

namespace sim::control {
namespace {

// Hz of the topic state.
constexpr double STATE_RATE = 100.0;
// Set-point of the PID; NONE forwards the command.
enum class Loop { NONE, POSITION, VELOCITY };

// Commands to one joint come as a number, commands to several as an array.
class JointControllers : public Controller {
 public:
  JointControllers(const Setup& setup, Interface interface, Loop loop, bool several)
      : interface_(interface), loop_(loop), state_(STATE_RATE) {
    const Parameters parameters = setup.parameters();
    const std::vector<std::string> names =
        several ? parameters.names("joints") : std::vector<std::string>{parameters.text("joint")};
    claimed_ = setup.joints_of(names, interface);
    if (loop != Loop::NONE) {
      for (const std::string& name : names) {
        const std::string key = several ? name + "/pid" : "pid";
        const auto gains = parameters.gains(key);
        if (!gains)
          throw InputError("parameter " + parameters.path(key), "has no p; write {p: 100, d: 10}");
        pids_.emplace_back(*gains);
      }
    }
    commands_.resize(names.size());
    open(setup, several);
  }
  ~JointControllers() override {
    subscriber_.shutdown();
    publisher_.shutdown();
  }

  void idle(double) override { inbox_.take(); }

  void start(double) override {
    for (std::size_t row = 0; row < commands_.size(); ++row) {
      const bool holds =
          loop_ == Loop::POSITION || (loop_ == Loop::NONE && interface_ == Interface::POSITION);
      commands_[row] = holds ? claimed_[row]->position() : 0.0;
    }
    for (Pid& pid : pids_) pid.reset();
  }

  void update(double time, double dt) override {
    for (const auto& given : inbox_.take()) commands_ = given;
    for (std::size_t row = 0; row < commands_.size(); ++row)
      claimed_[row]->command(answer(row, dt));
    if (publisher_ && state_.due(time, dt) && publisher_.getNumSubscribers() > 0) publish(time, dt);
  }

 private:
  void open(const Setup& setup, bool several) {
    ros::NodeHandle own = setup.own;
    const auto fast = ros::TransportHints().tcpNoDelay();
    if (several) {
      subscriber_ = own.subscribe("command", 1, &JointControllers::take_several, this, fast);
    } else {
      subscriber_ = own.subscribe("command", 1, &JointControllers::take, this, fast);
      if (loop_ != Loop::NONE)
        publisher_ = own.advertise<control_msgs::JointControllerState>("state", 1);
    }
  }

  void take(const std_msgs::Float64& message) { post({message.data}); }
  void take_several(const std_msgs::Float64MultiArray& message) { post(message.data); }

  void post(const std::vector<double>& given) {
    bool right = given.size() == commands_.size();
    for (const double value : given) right = right && std::isfinite(value);
    if (right) return inbox_.post(given);
    ROS_ERROR_THROTTLE(1.0, "%s: a command needs %zu finite numbers; it is ignored",
                       subscriber_.getTopic().c_str(), commands_.size());
  }

  double answer(std::size_t row, double dt) {
    const Joint& joint = *claimed_[row];
    switch (loop_) {
      case Loop::POSITION:
        return pids_[row].answer(error(row), -joint.velocity(), dt, joint.possible());
      case Loop::VELOCITY:
        return pids_[row].answer(error(row), dt, joint.possible());
      default:
        return commands_[row];
    }
  }

  double error(std::size_t row) const {
    const Joint& joint = *claimed_[row];
    if (loop_ == Loop::VELOCITY) return commands_[row] - joint.velocity();
    const double way = commands_[row] - joint.position();
    return joint.described().continuous ? std::remainder(way, 2.0 * M_PI) : way;
  }

  void publish(double time, double dt) {
    const Joint& joint = *claimed_.front();
    const Gains& gains = pids_.front().gains();
    control_msgs::JointControllerState message;
    message.header = header(time, "");
    message.set_point = commands_.front();
    message.process_value = loop_ == Loop::VELOCITY ? joint.velocity() : joint.position();
    message.process_value_dot = loop_ == Loop::VELOCITY ? 0.0 : joint.velocity();
    message.error = error(0);
    message.time_step = dt;
    message.command = joint.commanded();
    message.p = gains.p;
    message.i = gains.i;
    message.d = gains.d;
    message.i_clamp = gains.most;
    message.antiwindup = static_cast<unsigned char>(gains.antiwindup);
    publisher_.publish(message);
  }

  Interface interface_;
  Loop loop_;
  Schedule state_;
  std::vector<Pid> pids_;
  std::vector<double> commands_;
  Mailbox<std::vector<double>> inbox_;
  ros::Subscriber subscriber_;
  ros::Publisher publisher_;
};

struct Known {
  const char* type;
  Interface interface;
  Loop loop;
  bool several;
};

const Known KNOWN[] = {
    {"position_controllers/JointPositionController", Interface::POSITION, Loop::NONE, false},
    {"position_controllers/JointGroupPositionController", Interface::POSITION, Loop::NONE, true},
    {"velocity_controllers/JointVelocityController", Interface::VELOCITY, Loop::NONE, false},
    {"velocity_controllers/JointPositionController", Interface::VELOCITY, Loop::POSITION, false},
    {"velocity_controllers/JointGroupVelocityController", Interface::VELOCITY, Loop::NONE, true},
    {"effort_controllers/JointEffortController", Interface::EFFORT, Loop::NONE, false},
    {"effort_controllers/JointVelocityController", Interface::EFFORT, Loop::VELOCITY, false},
    {"effort_controllers/JointPositionController", Interface::EFFORT, Loop::POSITION, false},
    {"effort_controllers/JointGroupEffortController", Interface::EFFORT, Loop::NONE, true},
    {"effort_controllers/JointGroupPositionController", Interface::EFFORT, Loop::POSITION, true},
};

}  // namespace

void add_joint_controllers(ControllerTypes* types) {
  for (const Known& known : KNOWN) {
    (*types)[known.type] = [&known](const Setup& setup) {
      return std::make_unique<JointControllers>(setup, known.interface, known.loop, known.several);
    };
  }
}

}  // namespace sim::control
