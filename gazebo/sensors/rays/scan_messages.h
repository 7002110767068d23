// Scans as ROS messages: LaserScan for one ring, PointCloud2 for more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sensor_msgs/LaserScan.h>
#include <sensor_msgs/PointCloud2.h>
#include <sensor_msgs/Range.h>

#include "laws/sensors/beams.h"
#include "laws/sensors/radar.h"

namespace sim {

struct Range {
  float range;  // m; infinite without a return, minus infinity for one that is too near (REP 117)
  float intensity;  // 0 to 255
};

struct ScanLimits {
  double rate, least, most;  // Hz, m, m
};

// One value of a point.
sensor_msgs::PointField point_field(const std::string& name, std::uint32_t offset,
                                    std::uint8_t type);

// The header has the time of the first ray; the others are `time_increment` s apart.
sensor_msgs::LaserScan laser_scan(const std_msgs::Header& header, const Fan& fan,
                                  const ScanLimits& limits, const std::vector<Range>& ranges,
                                  double time_increment);

// Returns only, with x y z intensity (float32), ring (uint16) and time (float32) in 32 bytes a
// point; `ranges` belong to `beams`. With `rings` an image of as many rows, the lowest first, where
// what did not return is NaN.
sensor_msgs::PointCloud2 point_cloud(const std_msgs::Header& header, const std::vector<Beam>& beams,
                                     const std::vector<Range>& ranges, std::size_t rings);

// Return a radar's detections: x y z, velocity (m/s, away from the sensor) and rcs (dBsm), float32
// each.
sensor_msgs::PointCloud2 detection_cloud(const std_msgs::Header& header,
                                         const std::vector<RadarDetection>& detections);

// The nearest of some ranges.
sensor_msgs::Range nearest(const std_msgs::Header& header, const std::vector<Range>& ranges,
                           const ScanLimits& limits, double field_of_view);

}  // namespace sim
