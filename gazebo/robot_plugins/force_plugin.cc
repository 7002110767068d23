// libgazebo_ros_force.so, as gazebo_plugins has it: a wrench acts on a link until the next one
// comes; N and N m in the world's axes, at the link's centre of mass.
#include <cmath>

#include <geometry_msgs/Wrench.h>
#include <ros/console.h>
#include <ros/node_handle.h>
#include <ros/subscriber.h>

#include <gazebo/physics/Link.hh>

#include "core/convert.h"
#include "core/log_throttle.h"
#include "core/mailbox.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class ForcePart : public Part {
 public:
  ForcePart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : link_(link_of(model, settings, "bodyName")), topic_(settings.topic("topicName")) {}
  // Returns when no callback runs any more.
  ~ForcePart() override { subscriber_.shutdown(); }

  void advertise(Simulator& simulator) override {
    subscriber_ = simulator.node().subscribe(topic_, 1, &ForcePart::take, this,
                                             ros::TransportHints().tcpNoDelay());
  }

  void before_step(double /*time*/, double /*dt*/) override {
    if (reset_due_.exchange(false)) {
      wrenches_.take();
      force_ = torque_ = {};
    }
    for (const geometry_msgs::Wrench& wrench : wrenches_.take()) {
      const ignition::math::Vector3d force = vector_from(wrench.force),
                                     torque = vector_from(wrench.torque);
      if (force.IsFinite() && torque.IsFinite()) {
        force_ = force;
        torque_ = torque;
      } else if (refused_.due()) {
        ROS_ERROR("%s: force, torque: must be finite; the message is ignored", topic_.c_str());
      }
    }
    if (force_ == ignition::math::Vector3d::Zero && torque_ == ignition::math::Vector3d::Zero)
      return;
    link_->SetEnabled(true);
    link_->AddForce(force_);
    link_->AddTorque(torque_);
  }
  void after_step(double /*time*/, double /*dt*/) override {}
  void reset() override { reset_due_ = true; }

 private:
  void take(const geometry_msgs::Wrench& message) { wrenches_.post(message); }

  gazebo::physics::LinkPtr link_;
  std::string topic_;
  Mailbox<geometry_msgs::Wrench> wrenches_;
  LogThrottle refused_{5.0};
  std::atomic<bool> reset_due_{false};
  ignition::math::Vector3d force_, torque_;
  ros::Subscriber subscriber_;
};

const RobotPluginRegistration registered_force("libgazebo_ros_force.so", make_part<ForcePart>);

}  // namespace sim::robot_plugins
