// Scans as ROS messages: LaserScan for one ring, PointCloud2 for more.
#pragma once

#include <vector>

#include <sensor_msgs/LaserScan.h>
#include <sensor_msgs/PointCloud2.h>

#include "sensors/beams.h"

namespace sim {

struct Range {
  float range;      // m; infinite without a return, minus infinity for one that is too near (REP 117)
  float intensity;  // 0 to 255
};

struct ScanLimits {
  double rate, least, most;  // Hz, m, m
};

sensor_msgs::LaserScan laser_scan(const std_msgs::Header& header, const Fan& fan, const ScanLimits& limits, const std::vector<Range>& ranges);

// Returns only, with x y z intensity (float32), ring (uint16) and time (float32) in 32 bytes a point; `ranges` belong to `beams`.
sensor_msgs::PointCloud2 point_cloud(const std_msgs::Header& header, const std::vector<Beam>& beams, const std::vector<Range>& ranges);

}  // namespace sim
