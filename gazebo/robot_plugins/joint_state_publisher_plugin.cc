// libgazebo_ros_joint_state_publisher.so, as gazebo_plugins has it: positions and velocities of
// joints.
#include <ros/node_handle.h>
#include <ros/publisher.h>

#include "laws/lockstep/schedule.h"
#include "robot_plugins/publishing.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class JointStatePart : public Part {
 public:
  JointStatePart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : topic_(settings.topic_named("joint_states")), schedule_(update_rate(settings, model)) {
    for (const std::string& name : settings.joints()) joints_.push_back(model->GetJoint(name));
  }
  ~JointStatePart() override { publisher_.shutdown(); }

  void advertise(Simulator& simulator) override {
    publisher_ = simulator.node().advertise<sensor_msgs::JointState>(topic_, QUEUE);
  }

  void after_step(double time, double dt) override {
    if (schedule_.due(time, dt) && publisher_.getNumSubscribers() > 0)
      publisher_.publish(joint_states(joints_, true, time));
  }

 private:
  std::string topic_;
  Schedule schedule_;
  std::vector<gazebo::physics::JointPtr> joints_;
  ros::Publisher publisher_;
};

const RobotPluginRegistration registered_joint_state_publisher(
    "libgazebo_ros_joint_state_publisher.so", make_part<JointStatePart>);

}  // namespace sim::robot_plugins
