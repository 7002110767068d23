// Other outputs of a model with sensors: the frames of its links in tf, and /<model>/ground_truth.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <ignition/math/Pose3.hh>
#include <ros/publisher.h>

#include "laws/lockstep/schedule.h"
#include "laws/lockstep/throttle.h"

namespace sim {

// Return whether the model has this package's vehicle plugin, which publishes the frames from map
// to base_link itself.
bool driven(gazebo::physics::Model& model);

class ModelTopics {
 public:
  explicit ModelTopics(const gazebo::physics::ModelPtr& model);

  bool gone() const;
  // Publish a link's frame: the first link's in map, others in base_link; only once if it is fixed
  // in it.
  void place(const gazebo::physics::LinkPtr& link);
  // Publishes nav_msgs/Odometry of the first link, to whom it may concern.
  void tell_truth();
  void after_step(double time, double step);

 private:
  void publish_truth(const gazebo::physics::Link& base, double time) const;
  void publish_frames(const gazebo::physics::Link& base, double time) const;

  boost::weak_ptr<gazebo::physics::Model> model_;
  std::string name_;
  std::vector<std::string> placed_;
  std::vector<boost::weak_ptr<gazebo::physics::Link>> moving_;
  // Last pose of a static model.
  ignition::math::Pose3d standing_;
  Schedule truth_schedule_;
  Throttle frames_throttle_;
  ros::Publisher truth_, tf_;
};

}  // namespace sim
