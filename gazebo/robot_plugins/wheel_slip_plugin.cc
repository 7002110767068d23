// libgazebo_ros_wheel_slip.so, as gazebo_plugins has it: wheels that spin slide in proportion to
// the force that they give, by ODE's slip parameters. Compliances are set by topics too.
#include <atomic>
#include <cmath>

#include <ros/console.h>
#include <ros/node_handle.h>
#include <ros/subscriber.h>
#include <std_msgs/Float64.h>

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/CylinderShape.hh>
#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/SphereShape.hh>
#include <gazebo/physics/ode/ODESurfaceParams.hh>

#include "laws/input_error.h"
#include "core/log_throttle.h"
#include "core/mailbox.h"
#include "laws/robot_plugins/wheel_slip.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

struct Sliding {
  SlipWheel wheel;
  gazebo::physics::LinkPtr link;
  gazebo::physics::JointPtr joint;
  boost::shared_ptr<gazebo::physics::ODESurfaceParams> surface;
};

namespace {

double radius_of(const gazebo::physics::Collision& collision) {
  const auto shape = collision.GetShape();
  const auto cylinder = boost::dynamic_pointer_cast<gazebo::physics::CylinderShape>(shape);
  const auto sphere = boost::dynamic_pointer_cast<gazebo::physics::SphereShape>(shape);
  return cylinder ? cylinder->GetRadius() : sphere ? sphere->GetRadius() : 0.0;
}

Sliding sliding(const gazebo::physics::ModelPtr& model, const SlipWheel& wheel) {
  const std::string where = model->GetName() + ": wheel " + wheel.link + " of wheel_slip";
  Sliding made{wheel, model->GetLink(wheel.link), nullptr, nullptr};
  if (!made.link) made.link = model->GetLink(model->GetScopedName() + "::" + wheel.link);
  if (!made.link) throw InputError(where, "is not a link of the model");
  const auto collisions = made.link->GetCollisions();
  const auto joints = made.link->GetParentJoints();
  if (collisions.size() != 1)
    throw InputError(where,
                     "has " + std::to_string(collisions.size()) + " collisions; a wheel has one");
  if (joints.size() != 1 || joints.front()->DOF() != 1)
    throw InputError(where, "must be the child of one joint with one axis");
  const auto& collision = collisions.front();
  if (made.wheel.radius <= 0.0) made.wheel.radius = radius_of(*collision);
  if (made.wheel.radius <= 0.0)
    throw InputError(where, "needs <wheel_radius>: its collision is not a cylinder or a sphere");
  made.joint = joints.front();
  made.surface =
      boost::dynamic_pointer_cast<gazebo::physics::ODESurfaceParams>(collision->GetSurface());
  if (!made.surface) throw InputError(where, "needs ODE as physics");
  // ODE's first direction, to which the lateral slip belongs, is the axle's.
  made.surface->FrictionPyramid()->direction1 =
      collision->WorldPose().Rot().RotateVectorReverse(made.joint->GlobalAxis(0));
  return made;
}

}  // namespace

class WheelSlipPart : public Part {
 public:
  WheelSlipPart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : settings_(settings) {
    for (const SlipWheel& wheel : slip_wheels(settings)) {
      wheels_.push_back(sliding(model, wheel));
      described_.push_back(wheels_.back().wheel);
    }
  }
  // Returns when no callback runs any more.
  ~WheelSlipPart() override {
    for (ros::Subscriber* subscriber : {&lateral_topic_, &longitudinal_topic_})
      subscriber->shutdown();
  }

  void advertise(Simulator& simulator) override {
    const auto subscribe = [&](const char* name,
                               void (WheelSlipPart::*take)(const std_msgs::Float64&)) {
      return simulator.node().subscribe(settings_.topic_named(name), 10, take, this,
                                        ros::TransportHints().tcpNoDelay());
    };
    lateral_topic_ = subscribe("lateral_compliance", &WheelSlipPart::take_lateral);
    longitudinal_topic_ = subscribe("longitudinal_compliance", &WheelSlipPart::take_longitudinal);
  }

  void before_step(double /*time*/, double /*dt*/) override {
    if (reset_due_.exchange(false)) {
      lateral_.take();
      longitudinal_.take();
      for (std::size_t row = 0; row < wheels_.size(); ++row) wheels_[row].wheel = described_[row];
    }
    set(&lateral_, "lateral_compliance", &SlipWheel::lateral);
    set(&longitudinal_, "longitudinal_compliance", &SlipWheel::longitudinal);
    for (const Sliding& one : wheels_) {
      const double spin = one.link->WorldAngularVel().Dot(one.joint->GlobalAxis(0));
      const auto slip = [&](double compliance) {
        return slip_per_force(compliance, one.wheel.radius, spin, one.wheel.normal_force);
      };
      one.surface->slip1 = slip(one.wheel.lateral);
      one.surface->slip2 = slip(one.wheel.longitudinal);
    }
  }
  void after_step(double /*time*/, double /*dt*/) override {}
  void reset() override { reset_due_ = true; }

 private:
  void take_lateral(const std_msgs::Float64& message) { lateral_.post(message.data); }
  void take_longitudinal(const std_msgs::Float64& message) { longitudinal_.post(message.data); }
  void set(Mailbox<double>* mailbox, const char* topic, double SlipWheel::* compliance) {
    for (const double value : mailbox->take()) {
      if (std::isfinite(value) && value >= 0.0) {
        for (Sliding& one : wheels_) one.wheel.*compliance = value;
      } else if (refused_.due()) {
        ROS_ERROR("%s: data: must be a number of at least 0; the message is ignored",
                  settings_.topic_named(topic).c_str());
      }
    }
  }

  Settings settings_;
  std::vector<Sliding> wheels_;
  // Wheels of the model description, without changes by topics.
  std::vector<SlipWheel> described_;
  std::atomic<bool> reset_due_{false};
  Mailbox<double> lateral_, longitudinal_;
  LogThrottle refused_{5.0};
  ros::Subscriber lateral_topic_, longitudinal_topic_;
};

const RobotPluginRegistration registered_wheel_slip("libgazebo_ros_wheel_slip.so",
                                                    make_part<WheelSlipPart>);

}  // namespace sim::robot_plugins
