#include "laws/robot_plugins/imu_sensor.h"

#include <cmath>

namespace sim::robot_plugins {
namespace {

Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
          a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
          a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

Quaternion inverse(const Quaternion& unit) { return {-unit[0], -unit[1], -unit[2], unit[3]}; }

// Fixed axes: roll about x, then pitch about y, then yaw about z.
Quaternion from_rpy(const std::array<double, 3>& angles) {
  Quaternion turn{0.0, 0.0, 0.0, 1.0};
  for (std::size_t axis = 0; axis < angles.size(); ++axis) {
    Quaternion about{0.0, 0.0, 0.0, std::cos(0.5 * angles[axis])};
    about[axis] = std::sin(0.5 * angles[axis]);
    turn = product(about, turn);
  }
  return turn;
}

}  // namespace

ImuSensor::ImuSensor(double deviation, bool relative, const std::array<double, 3>& offset,
                     const Quaternion& start, std::uint64_t seed)
    : deviation_(deviation), reference_from_world_(from_rpy(offset)), random_(seed) {
  if (relative) reference_from_world_ = product(reference_from_world_, inverse(start));
}

ImuReading ImuSensor::on(const ImuReading& truth) {
  ImuReading read = truth;
  read.orientation = product(reference_from_world_, truth.orientation);
  if (!(deviation_ > 0.0)) return read;
  std::normal_distribution<double> draw(0.0, deviation_);
  for (double& value : read.orientation) value += draw(random_);
  for (double& value : read.force) value += draw(random_);
  for (double& value : read.rate) value += draw(random_);
  return read;
}

}  // namespace sim::robot_plugins
