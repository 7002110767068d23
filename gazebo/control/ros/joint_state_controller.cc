// joint_state_controller/JointStateController: what all joints with a transmission do.
#include <ros/publisher.h>
#include <sensor_msgs/JointState.h>

#include "control/ros/controller.h"
#include "laws/input_error.h"
#include "laws/lockstep/schedule.h"
#include "core/stamp.h"

namespace sim::control {
namespace {

class JointStateController : public Controller {
 public:
  explicit JointStateController(const Setup& setup)
      : joints_(*setup.joints), schedule_(setup.parameters().number("publish_rate")) {
    if (schedule_.rate() <= 0.0)
      throw InputError("parameter " + setup.parameters().path("publish_rate"),
                       "must be above 0 Hz");
    ros::NodeHandle root = setup.root;
    publisher_ = root.advertise<sensor_msgs::JointState>("joint_states", 100);
  }
  ~JointStateController() override { publisher_.shutdown(); }

  void update(double time, double dt) override {
    if (!schedule_.due(time, dt) || publisher_.getNumSubscribers() == 0) return;
    sensor_msgs::JointState message;
    message.header = header(time, "");
    for (const Joint& joint : joints_) {
      if (joint.described().mimic) continue;
      message.name.push_back(joint.name());
      message.position.push_back(joint.position());
      message.velocity.push_back(joint.velocity());
      message.effort.push_back(joint.effort());
    }
    publisher_.publish(message);
  }

 private:
  std::deque<Joint>& joints_;
  Schedule schedule_;
  ros::Publisher publisher_;
};

}  // namespace

void add_joint_state_controller(ControllerTypes* types) {
  (*types)["joint_state_controller/JointStateController"] = [](const Setup& setup) {
    return std::make_unique<JointStateController>(setup);
  };
}

}  // namespace sim::control
