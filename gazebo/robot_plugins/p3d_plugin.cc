// libgazebo_ros_p3d.so, as gazebo_plugins has it: the true pose and twist of a link, in the world
// or as another link of the model sees them.
#include <gazebo/physics/Link.hh>
#include <nav_msgs/Odometry.h>
#include <ros/node_handle.h>
#include <ros/publisher.h>

#include "core/convert.h"
#include "laws/lockstep/schedule.h"
#include "robot_plugins/body_part.h"
#include "robot_plugins/noise.h"
#include "robot_plugins/publishing.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {
namespace {

using ignition::math::Pose3d;
using ignition::math::Vector3d;

bool is_world(const std::string& frame) {
  return frame == "world" || frame == "/world" || frame == "map" || frame == "/map";
}

Vector3d offset_of(const std::array<double, 3>& values) {
  return {values[0], values[1], values[2]};
}

}  // namespace

class P3dPart : public Part {
 public:
  P3dPart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : name_(model->GetName()),
        settings_(settings),
        link_(link_of(model, settings, "bodyName")),
        link_from_body_(merged_pose(settings, "link")),
        link_from_frame_(merged_pose(settings, "frame")),
        offset_(offset_of(settings.triple("xyzOffset"))),
        turn_(offset_of(settings.triple("rpyOffset"))),
        noise_(settings.number("gaussianNoise")),
        schedule_(update_rate(settings, model)) {
    if (is_world(settings.text("frameName"))) return;
    const bool merged = !settings.text("frameLink").empty();
    reference_ = link_of(model, settings, merged ? "frameLink" : "frameName");
  }
  ~P3dPart() override { publisher_.shutdown(); }

  void advertise(Simulator& simulator) override {
    frame_ = frame_below(frame_prefix(settings_), settings_.text("frameName"));
    noise_.begin(simulator, name_, settings_.text("topicName"));
    publisher_ =
        simulator.node().advertise<nav_msgs::Odometry>(settings_.topic("topicName"), QUEUE);
  }

  void after_step(double time, double dt) override {
    if (!schedule_.due(time, dt) || publisher_.getNumSubscribers() == 0) return;
    nav_msgs::Odometry message;
    message.header = header(time, frame_);
    message.child_frame_id = body_name(settings_, *link_);
    Pose3d pose = link_from_body_ + link_->WorldPose();
    Vector3d linear = link_->WorldLinearVel(link_from_body_.Pos()),
             angular = link_->WorldAngularVel();
    if (reference_) {
      const Pose3d frame = link_from_frame_ + reference_->WorldPose();
      pose = pose - frame;
      linear = frame.Rot().RotateVectorReverse(linear -
                                               reference_->WorldLinearVel(link_from_frame_.Pos()));
      angular = frame.Rot().RotateVectorReverse(angular - reference_->WorldAngularVel());
    }
    message.pose.pose = pose_message({pose.Pos() + offset_, turn_ * pose.Rot()});
    message.twist.twist = twist_message(noise_.on(linear), noise_.on(angular));
    for (std::size_t axis = 0; axis < 6; ++axis)
      message.pose.covariance[7 * axis] = message.twist.covariance[7 * axis] = noise_.variance();
    publisher_.publish(message);
  }

 private:
  std::string name_;
  Settings settings_;
  gazebo::physics::LinkPtr link_, reference_;
  // Of links that sdformat has merged with these.
  Pose3d link_from_body_, link_from_frame_;
  Vector3d offset_;
  ignition::math::Quaterniond turn_;
  Noise noise_;
  Schedule schedule_;
  std::string frame_;
  ros::Publisher publisher_;
};

const RobotPluginRegistration registered_p3d("libgazebo_ros_p3d.so", make_part<P3dPart>);

}  // namespace sim::robot_plugins
