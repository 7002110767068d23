// Common part of plugins that read a link of a model at a rate, as in gazebo_ros_imu and
// hector_gazebo_plugins. Parameter of the node: odometry_seed, the seed of noise, combined with the
// names of model and plugin.
#pragma once

#include <limits>
#include <string>

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <ignition/math/Pose3.hh>
#include <ros/console.h>
#include <ros/node_handle.h>

#include "laws/named_seed.h"
#include "laws/lockstep/schedule.h"
#include "laws/robot_plugins/errors.h"
#include "robot_plugins/publishing.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

// The pose of a link of the URDF, or of a frame, in the link that it is merged with.
inline ignition::math::Pose3d merged_pose(const Settings& settings, const std::string& what) {
  const auto xyz = settings.triple(what + "Xyz"), rpy = settings.triple(what + "Rpy");
  return {xyz[0], xyz[1], xyz[2], rpy[0], rpy[1], rpy[2]};
}

// Name of the body's link in the URDF.
inline std::string body_name(const Settings& settings, const gazebo::physics::Link& link) {
  const std::string& merged = settings.text("linkFrame");
  return merged.empty() ? link.GetName() : merged;
}

inline Values values_of(const ignition::math::Vector3d& vector) {
  return {vector.X(), vector.Y(), vector.Z()};
}
inline ignition::math::Vector3d vector_of(const Values& values) {
  return {values[0], values[1], values[2]};
}

class BodyPart : public Part {
 public:
  // `frame_tag` names the frame of the messages, by default the link's.
  BodyPart(const gazebo::physics::ModelPtr& model, const Settings& settings,
           const char* frame_tag = "frameId")
      : model_(model),
        settings_(settings),
        frame_tag_(frame_tag),
        link_(link_of(model, settings, "bodyName")),
        link_from_body_(merged_pose(settings, "link")),
        schedule_(update_rate(settings, model)) {}

  void advertise(Simulator& simulator) override {
    const std::string& frame = settings_.text(frame_tag_);
    frame_ =
        frame_below(frame_prefix(settings_), frame.empty() ? body_name(settings_, *link_) : frame);
    const int seed = simulator.private_node().param("odometry_seed", 0);
    ROS_INFO("model %s: %s draws its errors from seed %d and its name", model_->GetName().c_str(),
             settings_.text("topicName").c_str(), seed);
    open(simulator.node(), named_seed(static_cast<std::uint64_t>(seed),
                                      model_->GetName() + "/" + settings_.text("topicName")));
  }
  void after_step(double time, double dt) override {
    if (!schedule_.due(time, dt)) return;
    measure(time, time > last_ ? time - last_ : 0.0);
    last_ = time;
  }

 protected:
  // Opens topics; `seed` is that of the plugin's errors.
  virtual void open(ros::NodeHandle& node, std::uint64_t seed) = 0;
  // `since` s have gone since the last measurement, 0 at the first.
  virtual void measure(double time, double since) = 0;

  gazebo::physics::ModelPtr model_;
  Settings settings_;
  const char* frame_tag_;
  // The pose of the body's frame in the world, and the velocity of its origin.
  ignition::math::Pose3d body_pose() const { return link_from_body_ + link_->WorldPose(); }
  ignition::math::Vector3d body_velocity() const {
    return link_->WorldLinearVel(link_from_body_.Pos());
  }

  gazebo::physics::LinkPtr link_;
  // Of a body that sdformat has merged with the link.
  ignition::math::Pose3d link_from_body_;
  Schedule schedule_;
  double last_ = std::numeric_limits<double>::infinity();
  std::string frame_;
};

}  // namespace sim::robot_plugins
