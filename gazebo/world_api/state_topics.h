// /clock, and /gazebo/model_states and link_states, which are made only while they have
// subscribers.
#pragma once

#include <ros/publisher.h>

#include "core/simulator.h"
#include "laws/lockstep/throttle.h"

namespace sim {

class StateTopics {
 public:
  StateTopics();

 private:
  void tell_time(double now);
  void step_ended(double now);
  void publish_models();
  void publish_links();

  Throttle clock_throttle_, states_throttle_;
  ros::Publisher clock_, models_, links_;
  Connection step_, standstill_;
};

}  // namespace sim
