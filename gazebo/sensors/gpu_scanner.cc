#include "sensors/gpu_scanner.h"

#include <cmath>
#include <limits>

#include <gazebo/rendering/GpuLaser.hh>
#include <gazebo/rendering/GpuLaserDataIterator.hh>

#include "core/convert.h"
#include "core/simulator.h"

namespace sim {

GpuScanner::GpuScanner(const Mount& mount, const gazebo::sensors::GpuRaySensorPtr& sensor)
    : mount_(mount), sensor_(sensor), fans_(mount.sdf()), beams_(fan_beams(fans_.horizontal, fans_.vertical, mount.rate())) {
  ros::NodeHandle& node = Simulator::instance().node();
  if (mount.sdf()->GetElement("ray")->HasElement("noise")) noise_ = sensor->Noise(gazebo::sensors::GPU_RAY_NOISE);
  if (fans_.level()) {
    scans_ = node.advertise<sensor_msgs::LaserScan>(mount_.topic("scan", "topicName"), 2);
  } else {
    scans_ = node.advertise<sensor_msgs::PointCloud2>(mount_.topic("points", "topicName"), 2);
  }
}

void GpuScanner::expect() {
  if (const auto link = mount_.link()) expected_ = mount_.world_from_sensor(*link);
}

// Gazebo turns its camera with the fan's middle.
bool GpuScanner::settled() const {
  const auto sensor = sensor_.lock();
  return !sensor || !sensor->LaserCamera() || same_place({sensor->LaserCamera()->WorldPose().Pos(), expected_.Rot()}, expected_);
}

void GpuScanner::take(double time) {
  const auto sensor = sensor_.lock();
  if (!sensor || !sensor->LaserCamera()) return;
  const auto camera = sensor->LaserCamera();
  camera->Render(true);
  camera->PostRender();
  constexpr float FAR = std::numeric_limits<float>::infinity();
  std::vector<Range> rows;
  for (auto each = camera->LaserDataBegin(); each != camera->LaserDataEnd(); ++each) {
    const auto data = *each;
    if (!(data.range < fans_.most)) {
      rows.push_back({FAR, 0.0f});
    } else if (data.range <= fans_.least) {
      rows.push_back({-FAR, 0.0f});
    } else {
      rows.push_back({static_cast<float>(noise_ ? noise_->Apply(data.range) : data.range), static_cast<float>(data.intensity)});
    }
  }
  if (rows.size() != beams_.size()) {
    ROS_ERROR_THROTTLE(10.0, "sensor %s: Gazebo gives %zu ranges for %zu samples; leave out <resolution>", mount_.name().c_str(), rows.size(),
                       beams_.size());
    return;
  }
  std_msgs::Header header;
  header.stamp = stamp(time);
  header.frame_id = mount_.frame();
  if (fans_.level()) {
    scans_.publish(laser_scan(header, fans_.horizontal, {mount_.rate(), fans_.least, fans_.most}, rows));
    return;
  }
  // Gazebo's are ring by ring.
  std::vector<Range> ranges;
  for (unsigned column = 0; column < fans_.horizontal.count; ++column) {
    for (unsigned ring = 0; ring < fans_.vertical.count; ++ring) ranges.push_back(rows[ring * fans_.horizontal.count + column]);
  }
  scans_.publish(point_cloud(header, beams_, ranges));
}

}  // namespace sim
