// libgazebo_ros_vacuum_gripper.so of gazebo_plugins: while it is on, links of other models with
// origins near the cup's move with it and are pulled to it.
#include <atomic>

#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/service_server.h>
#include <std_msgs/Bool.h>
#include <std_srvs/Empty.h>

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/World.hh>

#include "laws/robot_plugins/suction.h"
#include "robot_plugins/body_part.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class VacuumGripperPart : public Part {
 public:
  VacuumGripperPart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : model_(model),
        settings_(settings),
        cup_(link_of(model, settings, "bodyName")),
        link_from_cup_(merged_pose(settings, "link")),
        limits_(cup_of(settings)) {}
  // Returns when no callback runs any more.
  ~VacuumGripperPart() override {
    for (ros::ServiceServer* service : {&switch_on_, &switch_off_}) service->shutdown();
    publisher_.shutdown();
  }

  void advertise(Simulator& simulator) override {
    publisher_ = simulator.node().advertise<std_msgs::Bool>(settings_.topic("topicName"), 1);
    ros::NodeHandle& node = simulator.service_node();
    switch_on_ =
        node.advertiseService(settings_.topic_named("on"), &VacuumGripperPart::turn_on, this);
    switch_off_ =
        node.advertiseService(settings_.topic_named("off"), &VacuumGripperPart::turn_off, this);
  }

  void before_step(double /*time*/, double /*dt*/) override {
    holds_ = false;
    if (!on_) return;
    for (const auto& other : model_->GetWorld()->Models()) {
      if (other != model_ && !other->IsStatic()) {
        for (const auto& link : other->GetLinks()) draw(link);
      }
    }
  }

  void after_step(double /*time*/, double /*dt*/) override {
    if (publisher_.getNumSubscribers() == 0) return;
    std_msgs::Bool message;
    message.data = static_cast<unsigned char>(holds_);
    publisher_.publish(message);
  }

  void reset() override { on_ = false; }

 private:
  void draw(const gazebo::physics::LinkPtr& link) {
    const ignition::math::Pose3d cup = link_from_cup_ + cup_->WorldPose(), pose = link->WorldPose();
    const ignition::math::Vector3d way = cup.Pos() - pose.Pos();
    const Suction found = suction(limits_, way.Length());
    if (!found.held) return;
    holds_ = true;
    link->SetEnabled(true);
    link->SetLinearVel(cup_->WorldLinearVel(link_from_cup_.Pos()));
    link->SetAngularVel(cup_->WorldAngularVel());
    if (found.centred) link->SetWorldPose({cup.Pos(), pose.Rot()});
    link->AddForce(way.Normalized() * found.force);
  }
  bool turn_on(std_srvs::Empty::Request&, std_srvs::Empty::Response&) {
    on_ = true;
    return true;
  }
  bool turn_off(std_srvs::Empty::Request&, std_srvs::Empty::Response&) {
    on_ = false;
    return true;
  }

  gazebo::physics::ModelPtr model_;
  Settings settings_;
  gazebo::physics::LinkPtr cup_;
  // Of a cup that sdformat has merged with the link.
  ignition::math::Pose3d link_from_cup_;
  Cup limits_;
  std::atomic<bool> on_{false};
  bool holds_ = false;
  ros::Publisher publisher_;
  ros::ServiceServer switch_on_, switch_off_;
};

const RobotPluginRegistration registered_vacuum_gripper("libgazebo_ros_vacuum_gripper.so",
                                                        make_part<VacuumGripperPart>);

}  // namespace sim::robot_plugins
