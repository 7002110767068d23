// Gaussian noise of a plugin's readings. Parameter of the node: odometry_seed, the seed, combined
// with the names of model and topic.
#pragma once

#include <random>
#include <string>

#include <ignition/math/Vector3.hh>
#include <ros/console.h>
#include <ros/node_handle.h>

#include "laws/named_seed.h"
#include "core/simulator.h"

namespace sim::robot_plugins {

class Noise {
 public:
  explicit Noise(double deviation) : deviation_(deviation) {}

  // Reads the seed, once ROS is there.
  void begin(Simulator& simulator, const std::string& model, const std::string& topic) {
    if (deviation_ == 0.0) return;
    const int seed = simulator.private_node().param("odometry_seed", 0);
    ROS_INFO("model %s: noise of %s is drawn from seed %d and its name", model.c_str(),
             topic.c_str(), seed);
    random_.seed(named_seed(static_cast<std::uint64_t>(seed), model + "/" + topic));
  }
  ignition::math::Vector3d on(const ignition::math::Vector3d& value) {
    if (deviation_ == 0.0) return value;
    std::normal_distribution<double> draw(0.0, deviation_);
    const double x = draw(random_), y = draw(random_), z = draw(random_);
    return value + ignition::math::Vector3d(x, y, z);
  }
  double variance() const { return deviation_ * deviation_; }

 private:
  double deviation_;
  std::mt19937_64 random_;
};

}  // namespace sim::robot_plugins
