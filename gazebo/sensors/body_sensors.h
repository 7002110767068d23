// Sensors that read the motion of their link: IMU, GPS and magnetometer; and contact sensors, which
// read the contacts of its shapes.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include <gazebo/sensors/Noise.hh>
#include <ros/publisher.h>

#include "core/simulator.h"
#include "laws/robot_plugins/imu_sensor.h"
#include "sensors/mount.h"
#include "sensors/port.h"

namespace sim {

// Angular velocity, and specific force as its mean since the last measurement, (v - v_last) / dt -
// g at the mounting point; both in the sensor's frame, orientation in the world frame. A pose or
// speed set from outside causes no acceleration: a new mean begins then.
class Imu : public Port {
 public:
  Imu(const Mount& mount, const gazebo::sensors::SensorPtr& sensor);

  bool wanted() const override { return readings_.getNumSubscribers() > 0; }
  void measure(double time) override;

 private:
  void begin_mean();
  void take_plugin(const gazebo::physics::Link& link);

  Mount mount_;
  // Of the plugin libgazebo_ros_imu_sensor.so.
  std::optional<robot_plugins::ImuSensor> plugin_;
  double variance_ = 0.0;
  // Angular velocity x y z, linear acceleration x y z; empty without noise.
  std::array<gazebo::sensors::NoisePtr, 6> noise_;
  double last_time_ = -std::numeric_limits<double>::infinity();
  ignition::math::Vector3d last_velocity_;
  ros::Publisher readings_;
  Connection placed_, restored_;
};

// The position on the WGS84 ellipsoid by the world's <spherical_coordinates>.
class Gps : public Port {
 public:
  Gps(const Mount& mount, const gazebo::sensors::SensorPtr& sensor);

  bool wanted() const override { return fixes_.getNumSubscribers() > 0; }
  void measure(double time) override;

 private:
  Mount mount_;
  // East, north, up.
  std::array<gazebo::sensors::NoisePtr, 3> noise_;
  ros::Publisher fixes_;
};

// The world's <magnetic_field> in the sensor's frame, T.
class Magnetometer : public Port {
 public:
  Magnetometer(const Mount& mount, const gazebo::sensors::SensorPtr& sensor);

  bool wanted() const override { return fields_.getNumSubscribers() > 0; }
  void measure(double time) override;

 private:
  Mount mount_;
  std::array<gazebo::sensors::NoisePtr, 3> noise_;
  ros::Publisher fields_;
};

// Contacts of the named collisions in the world's frame; forces act on the sensor's own.
class Contacts : public Port {
 public:
  explicit Contacts(const Mount& mount);

  bool wanted() const override { return states_.getNumSubscribers() > 0; }
  void measure(double time) override;

 private:
  Mount mount_;
  std::vector<std::string> collisions_;
  ros::Publisher states_;
};

}  // namespace sim
