// libgazebo_ros_ft_sensor.so of gazebo_plugins: the wrench of a joint's child on the joint, in the
// child link's axes and about the joint's anchor, as gzserver's GetForceTorque. N and N m; includes
// the weight of the links beyond the joint.
#include <geometry_msgs/WrenchStamped.h>
#include <ros/node_handle.h>
#include <ros/publisher.h>

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>

#include "core/convert.h"
#include "laws/lockstep/schedule.h"
#include "robot_plugins/noise.h"
#include "robot_plugins/publishing.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class ForceTorquePart : public Part {
 public:
  ForceTorquePart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : name_(model->GetName()),
        settings_(settings),
        joint_(model->GetJoint(settings.text("jointName"))),
        noise_(settings.number("gaussianNoise")),
        schedule_(update_rate(settings, model)) {
    joint_->SetProvideFeedback(true);
  }
  ~ForceTorquePart() override { publisher_.shutdown(); }

  void advertise(Simulator& simulator) override {
    noise_.begin(simulator, name_, settings_.text("topicName"));
    publisher_ =
        simulator.node().advertise<geometry_msgs::WrenchStamped>(settings_.topic("topicName"), 1);
  }

  void after_step(double time, double dt) override {
    if (!schedule_.due(time, dt) || publisher_.getNumSubscribers() == 0) return;
    const gazebo::physics::JointWrench wrench = joint_->GetForceTorque(0u);
    geometry_msgs::WrenchStamped message;
    message.header = header(time, joint_->GetChild()->GetName());
    message.wrench.force = vector_message<geometry_msgs::Vector3>(noise_.on(wrench.body2Force));
    message.wrench.torque = vector_message<geometry_msgs::Vector3>(noise_.on(wrench.body2Torque));
    publisher_.publish(message);
  }

 private:
  std::string name_;
  Settings settings_;
  gazebo::physics::JointPtr joint_;
  Noise noise_;
  Schedule schedule_;
  ros::Publisher publisher_;
};

const RobotPluginRegistration registered_ft_sensor("libgazebo_ros_ft_sensor.so",
                                                   make_part<ForceTorquePart>);

}  // namespace sim::robot_plugins
