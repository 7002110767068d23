// Pictures as ROS messages, for cameras with square pixels and pixel centres at whole coordinates.
#pragma once

#include <string>

#include <gazebo/rendering/RenderTypes.hh>
#include <sensor_msgs/CameraInfo.h>
#include <sensor_msgs/Image.h>
#include <sensor_msgs/PointCloud2.h>

#include "laws/sensors/lens.h"
#include "laws/sensors/wide_lens.h"

namespace sim {

// `baseline` (m) is its distance to the right of the left camera of a stereo pair.
sensor_msgs::CameraInfo camera_info(const Optics& optics, const std_msgs::Header& header,
                                    double baseline);

// Return the message of a wide-angle camera; only the size of the intrinsics is used.
sensor_msgs::CameraInfo camera_info(const LensModel& model, const Intrinsics& size,
                                    const std_msgs::Header& header);

// std::runtime_error for a pixel format that ROS does not have.
sensor_msgs::Image color_image(const gazebo::rendering::Camera& camera,
                               const std_msgs::Header& header);

// Distances (m) along the optical axis; beyond `far` infinite, nearer than `near` minus infinity
// (REP 118).
sensor_msgs::Image depth_image(const float* depth, const gazebo::rendering::Camera& camera,
                               const std_msgs::Header& header);

// Return a camera's picture or depths, remapped from its view.
sensor_msgs::Image through_lens(const Optics& optics, sensor_msgs::Image view);

// Organised x y z rgb in the optical frame, NaN where the depth is not finite.
sensor_msgs::PointCloud2 colored_points(const sensor_msgs::Image& depth,
                                        const sensor_msgs::Image& color, const Optics& optics);

}  // namespace sim
