// /gazebo/performance_metrics: real-time factor of the simulation, and rates of sensors. Published
// while it has subscribers, once a simulated second and at most once a second of wall time.
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
  // Time of the previous message; infinite before the first.
  double then_ = std::numeric_limits<double>::infinity();
  std::chrono::steady_clock::time_point wall_then_;
  Measurements::Counts counts_;
  ros::Publisher publisher_;
  Connection step_;
};

}  // namespace sim
