// A sensor of type ray that <plugin filename="libsim_radar.so"> makes a radar: sim/embedded/lidar/
// radar.py is the same for the embedded simulator.
#pragma once

#include <optional>
#include <vector>

#include <ros/publisher.h>

#include "laws/sensors/radar.h"
#include "sensors/mount.h"
#include "sensors/port.h"
#include "sensors/rays/scanner.h"

namespace sim {

// Return whether a sensor is a radar.
bool is_radar(const sdf::ElementPtr& sensor);

class RadarPort : public Port {
 public:
  // Throws std::runtime_error for an invalid radar.
  RadarPort(const Mount& mount, RayWorld& rays);

  bool wanted() const override { return detections_.getNumSubscribers() > 0; }
  void measure(double time) override;
  double exposure() const override { return RayWorld::SPACING; }

 private:
  struct Direction {
    double azimuth, elevation, share;  // of the sphere, in sr
    ignition::math::Vector3d along;
  };

  Mount mount_;
  RayWorld& world_;
  Eye eye_;
  double reach_;
  std::vector<Direction> directions_;
  std::optional<Radar> radar_;
  ros::Publisher detections_;
};

}  // namespace sim
