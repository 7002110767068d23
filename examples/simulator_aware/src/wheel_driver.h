// Source of the speeds of the two front wheels.
#pragma once

#include <ros/ros.h>

#include <array>
#include <memory>
#include <optional>

struct WheelDriver {
  virtual ~WheelDriver() = default;
  // Speeds of the left and the right front wheel, rad/s; nothing before they are known.
  virtual std::optional<std::array<double, 2>> speeds() = 0;
};

// The driver that this build has: of the car's hardware, or of the simulator.
std::unique_ptr<WheelDriver> wheel_driver(ros::NodeHandle& node, ros::NodeHandle& own);
