// libgazebo_ros_hand_of_god.so of gazebo_plugins: a weightless link is pulled to the pose of the
// frame <frameId>_desired in world; its pose is published as <frameId>_actual.
#include <memory>
#include <optional>
#include <string>

#include <ros/console.h>
#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <tf2_msgs/TFMessage.h>
#include <tf2_ros/buffer.h>
#include <tf2_ros/transform_listener.h>

#include <gazebo/physics/Inertial.hh>
#include <gazebo/physics/Link.hh>

#include "core/convert.h"
#include "core/log_throttle.h"
#include "laws/robot_plugins/critical_spring.h"
#include "robot_plugins/publishing.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

using ignition::math::Vector3d;

class HandOfGodPart : public Part {
 public:
  HandOfGodPart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : link_(link_of(model, settings, "linkName")),
        frame_(settings.text("frameId")),
        linear_(settings.number("kl"), link_->GetInertial()->Mass()),
        angular_(settings.number("ka"), link_->GetInertial()->IXX()) {
    link_->SetGravityMode(false);
  }
  // Returns when no callback runs any more.
  ~HandOfGodPart() override {
    listener_.reset();
    tf_.shutdown();
  }

  void advertise(Simulator& simulator) override {
    listener_ = std::make_unique<tf2_ros::TransformListener>(buffer_);
    tf_ = simulator.node().advertise<tf2_msgs::TFMessage>("/tf", QUEUE);
  }

  void before_step(double /*time*/, double /*dt*/) override {
    const auto wanted = find();
    if (!wanted) return;
    const ignition::math::Pose3d pose = link_->WorldPose();
    // Of the two quaternions of the turn that of the shorter way; its logarithm, which is half the
    // rotation vector, is what upstream multiplies with <ka>.
    const ignition::math::Quaterniond turned = wanted->Rot() * pose.Rot().Inverse();
    const ignition::math::Quaterniond half = (turned.W() < 0.0 ? -turned : turned).Log();
    const Vector3d turn(half.X(), half.Y(), half.Z());
    link_->SetEnabled(true);
    link_->AddForce(drawn(linear_, wanted->Pos() - pose.Pos(), link_->WorldLinearVel()));
    link_->AddTorque(drawn(angular_, turn, link_->WorldAngularVel()));
  }

  void after_step(double time, double /*dt*/) override {
    if (tf_.getNumSubscribers() == 0) return;
    tf2_msgs::TFMessage message;
    message.transforms.push_back(transform("world", frame_ + "_actual", link_->WorldPose(), time));
    tf_.publish(message);
  }

 private:
  // Return the desired pose; nothing before tf has it.
  std::optional<ignition::math::Pose3d> find() {
    try {
      const auto found = buffer_.lookupTransform("world", frame_ + "_desired", ros::Time(0));
      const auto& turn = found.transform.rotation;
      return ignition::math::Pose3d(vector_from(found.transform.translation),
                                    {turn.w, turn.x, turn.y, turn.z});
    } catch (const tf2::TransformException& error) {
      if (unknown_.due()) ROS_WARN("hand_of_god: %s", error.what());
      return std::nullopt;
    }
  }
  static Vector3d drawn(const CriticalSpring& spring, const Vector3d& way, const Vector3d& speed) {
    return {spring.effort(way.X(), speed.X()), spring.effort(way.Y(), speed.Y()),
            spring.effort(way.Z(), speed.Z())};
  }

  gazebo::physics::LinkPtr link_;
  std::string frame_;
  CriticalSpring linear_, angular_;
  tf2_ros::Buffer buffer_;
  std::unique_ptr<tf2_ros::TransformListener> listener_;
  LogThrottle unknown_{30.0};
  ros::Publisher tf_;
};

const RobotPluginRegistration registered_hand_of_god("libgazebo_ros_hand_of_god.so",
                                                     make_part<HandOfGodPart>);

}  // namespace sim::robot_plugins
