// A conveyor belt: a link on a prismatic joint that moves at a speed and is put back after each
// step, so that it carries the objects on it and stays in place. m/s.
#pragma once

#include <string>

#include <gazebo/physics/Joint.hh>
#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>
#include <std_msgs/Float64.h>

#include "core/mailbox.h"

namespace sim::joints {

class Belt {
 public:
  Belt(const gazebo::physics::JointPtr& joint, double speed)
      : joint_(joint), own_(speed), speed_(speed) {}

  double speed() const { return speed_; }
  void set(double speed) { speed_ = speed; }
  // As it was described.
  void reset() { speed_ = own_; }
  void before_step();
  void after_step();

 private:
  gazebo::physics::JointPtr joint_;
  double own_, speed_;
};

// /<model>/belt/command in, /<model>/belt/speed out, which is latched; both std_msgs/Float64.
class BeltTopics {
 public:
  BeltTopics(ros::NodeHandle& node, const std::string& model);
  // Returns when no callback runs any more.
  ~BeltTopics();

  // Set the commanded speed of the belt, and publish its speed after a change.
  void update(Belt& belt);

 private:
  void take(const std_msgs::Float64& message);

  std::string topic_;
  Mailbox<double> asked_;
  bool published_ = false;
  double last_ = 0.0;
  ros::Publisher speeds_;
  ros::Subscriber commands_;
};

}  // namespace sim::joints
