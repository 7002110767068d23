#include "sensors/rays/scan_messages.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace sim {
namespace {

// With the gaps that PCL's aligned points have.
struct Point {
  float x, y, z, none_0;
  float intensity;
  std::uint16_t ring, none_1;
  float time, none_2;
};
static_assert(sizeof(Point) == 32, "the layout of a point");

// Return the numbers of beams in the order of their points: ring by ring if `rings` is given, whole
// columns only.
std::vector<std::size_t> order(const std::vector<Beam>& beams, std::size_t rings) {
  std::vector<std::size_t> numbers(rings == 0 ? beams.size() : beams.size() / rings * rings);
  std::iota(numbers.begin(), numbers.end(), 0);
  if (rings > 0)
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](auto a, auto b) { return beams[a].ring < beams[b].ring; });
  return numbers;
}

}  // namespace

sensor_msgs::PointField point_field(const std::string& name, std::uint32_t offset,
                                    std::uint8_t type) {
  sensor_msgs::PointField made;
  made.name = name;
  made.offset = offset;
  made.datatype = type;
  made.count = 1;
  return made;
}

sensor_msgs::LaserScan laser_scan(const std_msgs::Header& header, const Fan& fan,
                                  const ScanLimits& limits, const std::vector<Range>& ranges,
                                  double time_increment) {
  sensor_msgs::LaserScan message;
  message.header = header;
  message.angle_min = static_cast<float>(fan.lower);
  message.angle_max = static_cast<float>(fan.upper);
  message.angle_increment = static_cast<float>(fan.step());
  message.time_increment = static_cast<float>(time_increment);
  message.scan_time = static_cast<float>(1.0 / limits.rate);
  message.range_min = static_cast<float>(limits.least);
  message.range_max = static_cast<float>(limits.most);
  for (const Range& range : ranges) {
    message.ranges.push_back(range.range);
    message.intensities.push_back(range.intensity);
  }
  return message;
}

sensor_msgs::PointCloud2 point_cloud(const std_msgs::Header& header, const std::vector<Beam>& beams,
                                     const std::vector<Range>& ranges, std::size_t rings) {
  using sensor_msgs::PointField;
  std::vector<Point> points;
  points.reserve(beams.size());
  for (const std::size_t k : order(beams, rings)) {
    const bool there = std::isfinite(ranges[k].range);
    if (!there && rings == 0) continue;
    const double range = there ? ranges[k].range : std::numeric_limits<float>::quiet_NaN();
    const auto& [x, y, z] = beams[k].direction;
    points.push_back({static_cast<float>(range * x), static_cast<float>(range * y),
                      static_cast<float>(range * z), 0.0f, ranges[k].intensity, beams[k].ring, 0,
                      beams[k].time, 0.0f});
  }
  sensor_msgs::PointCloud2 message;
  message.header = header;
  message.height = rings == 0 ? 1 : static_cast<std::uint32_t>(rings);
  message.width = static_cast<std::uint32_t>(points.size() / message.height);
  message.fields = {point_field("x", 0, PointField::FLOAT32),
                    point_field("y", 4, PointField::FLOAT32),
                    point_field("z", 8, PointField::FLOAT32),
                    point_field("intensity", 16, PointField::FLOAT32),
                    point_field("ring", 20, PointField::UINT16),
                    point_field("time", 24, PointField::FLOAT32)};
  message.point_step = sizeof(Point);
  message.row_step = message.point_step * message.width;
  message.is_dense = rings == 0;
  message.data.resize(points.size() * sizeof(Point));
  if (!points.empty()) std::memcpy(message.data.data(), points.data(), message.data.size());
  return message;
}

sensor_msgs::PointCloud2 detection_cloud(const std_msgs::Header& header,
                                         const std::vector<RadarDetection>& detections) {
  std::vector<float> values;
  for (const RadarDetection& found : detections) {
    const double level = found.range * std::cos(found.elevation);
    for (const double value : {level * std::cos(found.azimuth), level * std::sin(found.azimuth),
                               found.range * std::sin(found.elevation), found.speed, found.rcs}) {
      values.push_back(static_cast<float>(value));
    }
  }
  sensor_msgs::PointCloud2 message;
  message.header = header;
  message.height = 1;
  message.width = static_cast<std::uint32_t>(detections.size());
  for (const char* name : {"x", "y", "z", "velocity", "rcs"}) {
    const auto offset = static_cast<std::uint32_t>(sizeof(float) * message.fields.size());
    message.fields.push_back(point_field(name, offset, sensor_msgs::PointField::FLOAT32));
  }
  message.point_step = 5 * sizeof(float);
  message.row_step = message.point_step * message.width;
  message.is_dense = 1;
  message.data.resize(values.size() * sizeof(float));
  if (!values.empty()) std::memcpy(message.data.data(), values.data(), message.data.size());
  return message;
}

sensor_msgs::Range nearest(const std_msgs::Header& header, const std::vector<Range>& ranges,
                           const ScanLimits& limits, double field_of_view) {
  sensor_msgs::Range message;
  message.header = header;
  message.radiation_type = sensor_msgs::Range::ULTRASOUND;
  message.field_of_view = static_cast<float>(field_of_view);
  message.min_range = static_cast<float>(limits.least);
  message.max_range = static_cast<float>(limits.most);
  message.range = std::numeric_limits<float>::infinity();
  for (const Range& range : ranges) message.range = std::min(message.range, range.range);
  return message;
}

}  // namespace sim
