// libgazebo_ros_f3d.so of gazebo_plugins: the force and torque applied to a link in a step, N and N
// m in the world's axes, without gravity, contacts and joints.
#include <geometry_msgs/WrenchStamped.h>
#include <ros/node_handle.h>
#include <ros/publisher.h>

#include <gazebo/common/Events.hh>
#include <gazebo/ode/ode.h>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/ode/ODELink.hh>

#include "core/convert.h"
#include "laws/input_error.h"
#include "robot_plugins/publishing.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {
namespace {

ignition::math::Vector3d ode_vector(const dReal* values) {
  return {values[0], values[1], values[2]};
}

}  // namespace

class AppliedWrenchPart : public Part {
 public:
  AppliedWrenchPart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : settings_(settings),
        link_(boost::dynamic_pointer_cast<gazebo::physics::ODELink>(
            link_of(model, settings, "bodyName"))) {
    if (!link_) throw InputError(model->GetName(), "the physics is not ODE; forces are ODE's here");
  }
  ~AppliedWrenchPart() override {
    before_physics_.reset();
    publisher_.shutdown();
  }

  void advertise(Simulator& simulator) override {
    frame_ = frame_below(frame_prefix(settings_), settings_.text("frameName"));
    publisher_ =
        simulator.node().advertise<geometry_msgs::WrenchStamped>(settings_.topic("topicName"), 1);
    // Runs after all plugins have applied their forces, in any order.
    before_physics_ = gazebo::event::Events::ConnectBeforePhysicsUpdate(
        [this](const gazebo::common::UpdateInfo&) { read(); });
  }

  void after_step(double time, double /*dt*/) override {
    if (!wanted_) return;
    wanted_ = false;
    geometry_msgs::WrenchStamped message;
    message.header = header(time, frame_);
    message.wrench.force = vector_message<geometry_msgs::Vector3>(force_);
    message.wrench.torque = vector_message<geometry_msgs::Vector3>(torque_);
    publisher_.publish(message);
  }

 private:
  // ODE clears forces at the end of their step, and Gazebo records its copy later.
  void read() {
    wanted_ = publisher_.getNumSubscribers() > 0;
    if (!wanted_) return;
    force_ = ode_vector(dBodyGetForce(link_->GetODEId()));
    torque_ = ode_vector(dBodyGetTorque(link_->GetODEId()));
  }

  Settings settings_;
  boost::shared_ptr<gazebo::physics::ODELink> link_;
  std::string frame_;
  bool wanted_ = false;
  ignition::math::Vector3d force_, torque_;
  gazebo::event::ConnectionPtr before_physics_;
  ros::Publisher publisher_;
};

const RobotPluginRegistration registered_f3d("libgazebo_ros_f3d.so", make_part<AppliedWrenchPart>);

}  // namespace sim::robot_plugins
