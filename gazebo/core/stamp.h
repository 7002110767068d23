// Simulated time in ROS messages, rounded to the nanosecond, as on the Python side.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <ros/time.h>
#include <std_msgs/Header.h>

namespace sim {

inline ros::Time stamp(double time) {
  ros::Time found;
  found.fromNSec(static_cast<std::uint64_t>(std::llround(std::max(time, 0.0) * 1e9)));
  return found;
}

inline std_msgs::Header header(double time, const std::string& frame) {
  std_msgs::Header made;
  made.stamp = stamp(time);
  made.frame_id = frame;
  return made;
}

}  // namespace sim
