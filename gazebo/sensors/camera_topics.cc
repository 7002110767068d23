#include "sensors/camera_topics.h"

#include <cmath>

#include <gazebo/physics/physics.hh>
#include <gazebo/rendering/Camera.hh>
#include <gazebo/rendering/Distortion.hh>
#include <gazebo/sensors/CameraSensor.hh>
#include <ros/console.h>
#include <sensor_msgs/Image.h>
#include <sensor_msgs/distortion_models.h>
#include <sensor_msgs/image_encodings.h>

#include "core/convert.h"
#include "core/simulator.h"

namespace sim {
namespace {

using ignition::math::Pose3d;
using ignition::math::Quaterniond;

// z forward, x right, y down (REP 103) in a frame with x forward, y left, z up.
const Pose3d OPTICAL(0, 0, 0, -M_PI / 2, 0, -M_PI / 2);

std::string encoding(const std::string& format) {
  if (format == "R8G8B8") return sensor_msgs::image_encodings::RGB8;
  if (format == "B8G8R8") return sensor_msgs::image_encodings::BGR8;
  if (format == "L8") return sensor_msgs::image_encodings::MONO8;
  if (format == "L16") return sensor_msgs::image_encodings::MONO16;
  return "";
}

// Pinhole with square pixels: f = w / (2 tan(hfov / 2)), the principal point in the middle.
sensor_msgs::CameraInfo intrinsics(const gazebo::rendering::CameraPtr& camera) {
  sensor_msgs::CameraInfo info;
  info.width = camera->ImageWidth();
  info.height = camera->ImageHeight();
  const double f = 0.5 * info.width / std::tan(0.5 * camera->HFOV().Radian());
  // Pixel centres have whole coordinates.
  const double cx = 0.5 * (info.width - 1.0), cy = 0.5 * (info.height - 1.0);
  info.K = {f, 0, cx, 0, f, cy, 0, 0, 1};
  info.R = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  info.P = {f, 0, cx, 0, 0, f, cy, 0, 0, 0, 1, 0};
  info.distortion_model = sensor_msgs::distortion_models::PLUMB_BOB;
  const auto lens = camera->LensDistortion();
  info.D = lens ? std::vector<double>{lens->K1(), lens->K2(), lens->P1(), lens->P2(), lens->K3()} : std::vector<double>(5, 0.0);
  return info;
}

}  // namespace

CameraTopics::CameraTopics(const gazebo::sensors::CameraSensorPtr& sensor) : sensor_(sensor) {
  Simulator& simulator = Simulator::instance();
  const std::string parent = sensor->ParentName(), model = parent.substr(0, parent.find("::"));
  const std::string link = parent.substr(parent.rfind("::") + 2), name = model + "/" + sensor->Name();
  frame_ = name + "_optical";
  const auto body = simulator.world()->ModelByName(model);
  if (body && body->IsStatic()) simulator.static_tf().add("map", model + "/" + link, body->GetLink(link)->WorldPose());
  simulator.static_tf().add(model + "/" + link, name, sensor->Pose());
  simulator.static_tf().add(name, frame_, OPTICAL);
  images_ = simulator.node().advertise<sensor_msgs::Image>("/" + name + "/image_raw", 2);
  infos_ = simulator.node().advertise<sensor_msgs::CameraInfo>("/" + name + "/camera_info", 2);
  frames_ = sensor->Camera()->ConnectNewImageFrame([this](const unsigned char* data, unsigned width, unsigned height, unsigned,
                                                          const std::string& format) { publish(data, width, height, format); });
  ROS_INFO("camera /%s: %ux%u at %g Hz", name.c_str(), sensor->ImageWidth(), sensor->ImageHeight(), sensor->UpdateRate());
}

bool CameraTopics::update() {
  const auto sensor = sensor_.lock();
  if (!sensor) return false;
  sensor->SetActive(images_.getNumSubscribers() + infos_.getNumSubscribers() > 0);
  return true;
}

// In the rendering thread.
void CameraTopics::publish(const unsigned char* data, unsigned width, unsigned height, const std::string& format) {
  const auto sensor = sensor_.lock();
  if (!sensor || images_.getNumSubscribers() + infos_.getNumSubscribers() == 0) return;
  sensor_msgs::Image image;
  image.header.stamp = stamp(sensor->LastMeasurementTime().Double());
  image.header.frame_id = frame_;
  image.encoding = encoding(format);
  if (image.encoding.empty()) {
    ROS_ERROR_ONCE("%s: image format %s is not supported; use R8G8B8, B8G8R8, L8 or L16", frame_.c_str(), format.c_str());
    return;
  }
  const std::size_t bytes = sensor_msgs::image_encodings::numChannels(image.encoding) * sensor_msgs::image_encodings::bitDepth(image.encoding) / 8;
  image.width = width;
  image.height = height;
  image.step = static_cast<unsigned>(width * bytes);
  image.data.assign(data, data + image.step * height);
  sensor_msgs::CameraInfo info = intrinsics(sensor->Camera());
  info.header = image.header;
  images_.publish(image);
  infos_.publish(info);
}

}  // namespace sim
