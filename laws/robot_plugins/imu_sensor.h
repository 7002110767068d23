// The reading of libgazebo_ros_imu_sensor.so of gazebo_plugins: one standard deviation for all ten
// values, and the orientation in the world's axes or in those of the start.
#pragma once

#include <array>
#include <cstdint>
#include <random>

namespace sim::robot_plugins {

// A unit quaternion x y z w.
using Quaternion = std::array<double, 4>;

struct ImuReading {
  // In the world's axes; the others are in the sensor's.
  Quaternion orientation;
  std::array<double, 3> rate, force;
};

class ImuSensor {
 public:
  // `start` is the orientation at the start of the sensor, the reference where `relative` is set.
  // `offset` (roll, pitch, yaw) turns orientations in the reference's axes.
  ImuSensor(double deviation, bool relative, const std::array<double, 3>& offset,
            const Quaternion& start, std::uint64_t seed);

  // Noise is added to the four values of the quaternion too, which stays unnormalized.
  ImuReading on(const ImuReading& truth);

 private:
  double deviation_;
  Quaternion reference_from_world_;
  std::mt19937_64 random_;
};

}  // namespace sim::robot_plugins
