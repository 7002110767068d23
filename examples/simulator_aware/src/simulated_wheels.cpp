// The simulation: wheel speeds of the simulated car.
#include <sensor_msgs/JointState.h>

#include <algorithm>

#include "wheel_driver.h"

namespace {

class SimulatedWheels : public WheelDriver {
 public:
  explicit SimulatedWheels(ros::NodeHandle& node)
      : listener_(node.subscribe("wheel_speeds", 1, &SimulatedWheels::take, this)) {}

  std::optional<std::array<double, 2>> speeds() override { return speeds_; }

 private:
  void take(const sensor_msgs::JointState& message) {
    const std::array<std::string, 2> names{"front_left", "front_right"};
    std::array<double, 2> found{};
    for (size_t wheel = 0; wheel < names.size(); ++wheel) {
      const auto at = std::find(message.name.begin(), message.name.end(), names[wheel]) - message.name.begin();
      if (static_cast<size_t>(at) >= message.velocity.size()) return;
      found[wheel] = message.velocity[at];
    }
    speeds_ = found;
  }

  std::optional<std::array<double, 2>> speeds_;
  ros::Subscriber listener_;
};

}  // namespace

std::unique_ptr<WheelDriver> wheel_driver(ros::NodeHandle& node, ros::NodeHandle&) {
  return std::make_unique<SimulatedWheels>(node);
}
