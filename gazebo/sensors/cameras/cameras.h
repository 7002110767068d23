// Sensors of type camera, depth, multicamera and wideanglecamera: image_raw and camera_info; with
// depth, depth/image_raw, depth/camera_info and points.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gazebo/rendering/RenderTypes.hh>
#include <gazebo/sensors/SensorTypes.hh>
#include <ros/publisher.h>

#include "laws/sensors/lens.h"
#include "laws/sensors/wide_lens.h"
#include "sensors/mount.h"
#include "sensors/cameras/pixel_noise.h"
#include "sensors/port.h"
#include "sensors/cameras/wide_camera.h"

namespace sim {

class CameraPicture : public Picture {
 public:
  // Return whether a sensor is of these types; its cameras exist only if Gazebo renders.
  static bool suits(const gazebo::sensors::SensorPtr& sensor);
  static bool can_draw(const gazebo::sensors::SensorPtr& sensor);

  CameraPicture(const Mount& mount, const gazebo::sensors::SensorPtr& sensor);

  bool wanted() const override;
  bool watched() const override;
  void tell(double time) override;
  bool expect() override;
  bool settled() const override;
  void take(double time) override;
  void close() override;

 private:
  // One lens with its topics.
  struct Eye {
    unsigned index;
    ignition::math::Pose3d sensor_from_camera, expected;
    double baseline;
    std::string frame;
    Optics optics;
    // Of a wide-angle camera.
    std::optional<LensModel> model;
    // Renders instead of the sensor's own camera, which has another lens and noise.
    std::shared_ptr<WideCamera> wide;
    PixelNoise noise;
    ros::Publisher images, infos;
  };

  void add(unsigned index, const gazebo::rendering::CameraPtr& camera,
           const sdf::ElementPtr& element, const std::string& name);
  void publish(Eye& eye, const gazebo::rendering::CameraPtr& drawn, double time) const;
  // Empty after the sensor, or its parent in the scene, was removed.
  gazebo::rendering::CameraPtr camera(unsigned index) const;

  Mount mount_;
  std::weak_ptr<gazebo::sensors::Sensor> sensor_;
  std::vector<Eye> eyes_;
  ros::Publisher depths_, depth_infos_, points_, scenes_;
};

}  // namespace sim
