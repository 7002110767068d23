// A sensor of type gpu_ray: a scan of what is drawn, not of what collides.
#pragma once

#include <gazebo/sensors/GpuRaySensor.hh>

#include "sensors/picture_place.h"
#include "sensors/scanner.h"

namespace sim {

class GpuScanner : public Picture {
 public:
  GpuScanner(const Mount& mount, const gazebo::sensors::GpuRaySensorPtr& sensor);

  bool wanted() const override { return scans_.getNumSubscribers() > 0; }
  void expect() override;
  bool settled() const override;
  void take(double time) override;

 private:
  Mount mount_;
  std::weak_ptr<gazebo::sensors::GpuRaySensor> sensor_;
  ScanFans fans_;
  std::vector<Beam> beams_;
  gazebo::sensors::NoisePtr noise_;
  ignition::math::Pose3d expected_;
  ros::Publisher scans_;
};

}  // namespace sim
