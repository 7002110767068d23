// /gazebo/performance_metrics: how fast the simulation runs, and how often sensors measure. Made
// while it has subscribers, once a simulated second and at most once a second by the wall.
#pragma once

#include <chrono>
#include <limits>

#include <ros/publisher.h>

#include "core/simulator.h"
#include "laws/lockstep/throttle.h"

namespace sim {

class PerformanceTopic {
 public:
  PerformanceTopic();

 private:
  void step_ended(double now);
  void publish(double now, double simulated, double passed);

  Throttle throttle_{1.0, 1.0};
  // When the message before was due; nothing where there was none.
  double then_ = std::numeric_limits<double>::infinity();
  std::chrono::steady_clock::time_point wall_then_;
  Measurements::Counts counts_;
  ros::Publisher publisher_;
  Connection step_;
};

}  // namespace sim
