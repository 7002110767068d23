// The Gaussian <noise> of a camera: as Gazebo's own, one draw a pixel for all its channels, in
// shares of full brightness.
#pragma once

#include <random>

#include <sdf/Element.hh>
#include <sensor_msgs/Image.h>

namespace sim {

class PixelNoise {
 public:
  // Of a sensor's <camera>; the same draws for the same seed, which is gzserver's, and name.
  PixelNoise(const sdf::ElementPtr& camera, const std::string& name);

  void add_to(sensor_msgs::Image& image);

 private:
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
  bool silent_ = true;
};

}  // namespace sim
