// Where a sensor sits and what its frame and its topics are called: /<model>/<sensor>/..., frame
// <model>/<sensor>.
#pragma once

#include <string>

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/sensors/Sensor.hh>
#include <ignition/math/Pose3.hh>
#include <sdf/Element.hh>

#include "sensors/gazebo_ros_tags.h"

namespace sim {

// <model>/base_link for the model's first link, <model>/<link> or <model>/<nested>/<link> for
// others.
std::string link_frame(const gazebo::physics::Link& link);

class Mount {
 public:
  // std::runtime_error where the sensor's link, or joint, is not to be found.
  explicit Mount(const gazebo::sensors::SensorPtr& sensor);

  const std::string& model() const { return model_; }
  const std::string& name() const { return name_; }
  // Of the messages: x forward; what a gazebo_ros tag names stands for it.
  const std::string& frame() const { return frame_; }
  // Whether the frame's name is the user's own, who then also says where it is.
  bool foreign_frame() const { return foreign_frame_; }
  double rate() const { return rate_; }
  const GazeboRosTags& tags() const { return tags_; }
  const sdf::ElementPtr& sdf() const { return sdf_; }
  const ignition::math::Pose3d& link_from_sensor() const { return link_from_sensor_; }
  // Of a sensor in a joint, whose link is the joint's child; else empty.
  gazebo::physics::JointPtr joint() const { return joint_.lock(); }
  // Empty once the model is gone, though Gazebo's own sensor may still hold the link.
  gazebo::physics::LinkPtr link() const;
  ignition::math::Pose3d world_from_sensor(const gazebo::physics::Link& link) const {
    return link_from_sensor_ + link.WorldPose();
  }

  // The full name of one of the sensor's topics, or what a gazebo_ros tag says in its place.
  // `camera` is one of a multicamera.
  std::string topic(const std::string& usual, const std::string& tag,
                    const std::string& camera = "") const;

 private:
  gazebo::physics::LinkPtr find_parent(const std::string& parent);

  boost::weak_ptr<gazebo::physics::Link> link_;
  boost::weak_ptr<gazebo::physics::Joint> joint_;
  std::string model_, name_, frame_;
  bool foreign_frame_ = false;
  double rate_ = 0.0;
  sdf::ElementPtr sdf_;
  GazeboRosTags tags_;
  ignition::math::Pose3d link_from_sensor_;
};

}  // namespace sim
