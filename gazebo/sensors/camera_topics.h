// One camera of a model as /<model>/<sensor>/image_raw and camera_info; it renders only while somebody listens.
#pragma once

#include <gazebo/common/CommonTypes.hh>
#include <gazebo/sensors/SensorTypes.hh>
#include <ros/publisher.h>
#include <sensor_msgs/CameraInfo.h>

namespace sim {

class CameraTopics {
 public:
  explicit CameraTopics(const gazebo::sensors::CameraSensorPtr& sensor);

  // Turns rendering on and off with the listeners; false once the sensor is gone.
  bool update();

 private:
  void publish(const unsigned char* data, unsigned width, unsigned height, const std::string& format);

  std::weak_ptr<gazebo::sensors::CameraSensor> sensor_;
  std::string frame_;
  ros::Publisher images_, infos_;
  gazebo::event::ConnectionPtr frames_;
};

}  // namespace sim
