// A sensor of type ray or gpu_ray: <scan> as LaserScan or PointCloud2, or a lidar that <plugin
// filename="libsim_lidar.so"> names.
//
// All see visuals, by rays of this package: what Gazebo 11 itself draws for a gpu_ray is off by up
// to 80 % with a single ring, and by metres with 16, and its own rays see collisions.
#pragma once

#include <optional>
#include <string>

#include <gazebo/sensors/Noise.hh>
#include <ros/publisher.h>

#include "sensors/mount.h"
#include "sensors/port.h"
#include "sensors/rays/ray_caster.h"
#include "sensors/rays/scan_messages.h"
#include "sensors/rays/scan_parts.h"

namespace sim {

// Return the <plugin> of a library in a sensor; null without one.
sdf::ElementPtr sensor_plugin(const sdf::ElementPtr& sensor, const std::string& library);

// Settings of <ray>.
struct ScanFans {
  explicit ScanFans(const sdf::ElementPtr& sensor);
  bool level() const { return vertical.count == 1; }

  Fan horizontal, vertical;
  double least, most;  // m
};

// Settings of <plugin filename="libsim_lidar.so">; std::runtime_error for an unknown lidar.
struct LidarChoice {
  explicit LidarChoice(const sdf::ElementPtr& sensor);

  const LidarDevice* device = nullptr;
  bool hold_phase = false, organize = false;
  // Rays are cast each from where the sensor was at its own time.
  bool motion_distortion;
};

// Origin of the rays. The sensor's own model is examined once, at the first scan.
class Eye {
 public:
  RayCaster look(const gazebo::physics::Link& link, const Mount& mount, Exposure exposure,
                 double reach);

 private:
  void look_out_of(const gazebo::physics::Model& model, const ignition::math::Vector3d& eye,
                   bool still);

  OwnTrees own_;
  bool looked_ = false;
};

class Scanner : public Port {
 public:
  Scanner(const Mount& mount, const gazebo::sensors::SensorPtr& sensor, RayWorld& rays);

  bool wanted() const override {
    return scans_.getNumSubscribers() > 0 || parts_.getNumSubscribers() > 0;
  }
  void measure(double time) override;
  double exposure() const override;

 private:
  // Adds the returns to the parts, unless these are null.
  std::vector<Range> cast(RayCaster& caster, ReturnedParts* parts);
  void publish(double time, const std::vector<Range>& ranges);

  Mount mount_;
  RayWorld& world_;
  Eye eye_;
  ScanFans fans_;
  LidarChoice choice_;
  Sweep sweep_;
  std::size_t rings_;
  // A gazebo_ros tag makes it a sonar.
  bool nearest_only_;
  std::vector<Beam> beams_;
  gazebo::sensors::NoisePtr noise_;
  ros::Publisher scans_, parts_;
};

// Echoes of a sonar's cone about +x, as sensor_msgs/Range.
class Sonar : public Port {
 public:
  Sonar(const Mount& mount, RayWorld& rays);

  bool wanted() const override { return ranges_.getNumSubscribers() > 0; }
  void measure(double time) override;

 private:
  Mount mount_;
  RayWorld& world_;
  Eye eye_;
  double least_, most_, half_angle_;
  std::vector<ignition::math::Vector3d> rays_;
  ros::Publisher ranges_;
};

}  // namespace sim
