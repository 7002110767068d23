#include "laws/robot_plugins/sensor_plugins.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "laws/plugin_text.h"

namespace sim::robot_plugins {
namespace {

using Tags = std::set<std::string>;

const Tags CAMERA = {
    "cameraName", "imageTopicName",      "frameName",           "cameraInfoTopicName",
    "updateRate", "depthImageTopicName", "pointCloudTopicName", "depthImageCameraInfoTopicName"};
const Tags LASER = {"topicName", "frameName", "updateRate"};
const Tags HECTOR = {"topicName", "frameId", "updateRate"};

const std::map<std::string, Tags> TAKEN = {
    {"libgazebo_ros_camera.so", CAMERA},
    {"libgazebo_ros_multicamera.so", CAMERA},
    {"libgazebo_ros_depth_camera.so", CAMERA},
    {"libgazebo_ros_openni_kinect.so", CAMERA},
    {"libgazebo_ros_laser.so", LASER},
    {"libgazebo_ros_gpu_laser.so", LASER},
    {"libgazebo_ros_block_laser.so", LASER},
    {"libgazebo_ros_velodyne_laser.so", LASER},
    {"libgazebo_ros_velodyne_gpu_laser.so", LASER},
    {"libgazebo_ros_range.so", {"topicName", "frameName", "updateRate", "radiation"}},
    {"libhector_gazebo_ros_sonar.so", HECTOR},
    {"libgazebo_ros_imu.so", LASER},
    {"libgazebo_ros_imu_sensor.so",
     {"topicName", "frameName", "updateRateHZ", "gaussianNoise", "rpyOffset",
      "initialOrientationAsReference"}},
    {"libhector_gazebo_ros_imu.so", HECTOR},
    {"libhector_gazebo_ros_gps.so", HECTOR},
    {"libgazebo_ros_bumper.so", {"bumperTopicName", "updateRate"}}};

// Read by no plugin of gazebo_plugins, though its examples have them.
const Tags WITHOUT_EFFECT = {"robotNamespace", "alwaysOn", "bodyName", "always_on", "visualize"};
// These say so themselves.
const Tags NOTHING = {"", "false", "world", "map"};

bool is_zero(const std::string& text) {
  const std::vector<double> numbers = numbers_of(text);
  return !numbers.empty() &&
         std::all_of(numbers.begin(), numbers.end(), [](double one) { return one == 0.0; });
}

}  // namespace

bool sensor_plugin_takes(const std::string& filename, const std::string& tag,
                         const std::string& text) {
  const auto known = TAKEN.find(filename);
  if (known == TAKEN.end()) return true;
  const std::string value = lower(trimmed(text));
  if (NOTHING.count(value) > 0 || is_zero(value) || WITHOUT_EFFECT.count(tag) > 0) return true;
  // The position of an IMU has no effect upstream.
  if (tag == "xyzOffset" && filename == "libgazebo_ros_imu_sensor.so") return true;
  return known->second.count(tag) > 0;
}

}  // namespace sim::robot_plugins
