#include "world_api/performance_topic.h"

#include <gazebo_msgs/PerformanceMetrics.h>
#include <ros/node_handle.h>

#include "core/stamp.h"

namespace sim {

PerformanceTopic::PerformanceTopic() {
  Simulator& simulator = Simulator::instance();
  publisher_ = simulator.node().advertise<gazebo_msgs::PerformanceMetrics>(
      "/gazebo/performance_metrics", 10);
  step_ = simulator.after_step([this](double now) { step_ended(now); });
}

void PerformanceTopic::step_ended(double now) {
  if (publisher_.getNumSubscribers() == 0) {
    then_ = std::numeric_limits<double>::infinity();
    return;
  }
  if (!throttle_.due(now)) return;
  const auto wall = std::chrono::steady_clock::now();
  const double simulated = now - then_;
  if (simulated > 0.0)
    publish(now, simulated, std::chrono::duration<double>(wall - wall_then_).count());
  then_ = now;
  wall_then_ = wall;
  counts_ = Simulator::instance().measurements().counts();
}

// Rates are those since the message before.
void PerformanceTopic::publish(double now, double simulated, double passed) {
  gazebo_msgs::PerformanceMetrics message;
  message.header = header(now, "");
  message.real_time_factor = simulated / passed;
  for (const auto& [name, counted] : Simulator::instance().measurements().counts()) {
    const auto before = counts_.find(name);
    // A sensor of another robot with this name counts from 0.
    const long since =
        before == counts_.end() || before->second.count > counted.count ? 0 : before->second.count;
    gazebo_msgs::SensorPerformanceMetric metric;
    metric.name = name;
    metric.sim_update_rate = static_cast<double>(counted.count - since) / simulated;
    metric.real_update_rate = static_cast<double>(counted.count - since) / passed;
    metric.fps = counted.draws ? metric.real_update_rate : -1.0;
    message.sensors.push_back(metric);
  }
  publisher_.publish(message);
}

}  // namespace sim
