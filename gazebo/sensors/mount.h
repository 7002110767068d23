// Mounting pose of a sensor and the names of its frame and topics: /<model>/<sensor>/..., frame
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
  // Frame of the messages: x forward; a gazebo_ros tag replaces it.
  const std::string& frame() const { return frame_; }
  // Return whether the user names the frame and also publishes its pose.
  bool foreign_frame() const { return foreign_frame_; }
  double rate() const { return rate_; }
  const GazeboRosTags& tags() const { return tags_; }
  const sdf::ElementPtr& sdf() const { return sdf_; }
  const ignition::math::Pose3d& link_from_sensor() const { return link_from_sensor_; }
  // Joint of a sensor in a joint, on the joint's child link; else empty.
  gazebo::physics::JointPtr joint() const { return joint_.lock(); }
  // Empty once the model is gone, though Gazebo's own sensor may still hold the link.
  gazebo::physics::LinkPtr link() const;
  ignition::math::Pose3d world_from_sensor(const gazebo::physics::Link& link) const {
    return link_from_sensor_ + link.WorldPose();
  }

  // Return the full name of one of the sensor's topics, or the name in a gazebo_ros tag. `camera`
  // is one of a multicamera.
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
