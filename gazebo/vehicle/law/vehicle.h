// A four-wheeled vehicle as a force law: a simulator hands over the body's state and ray lengths,
// and applies the force it gets back. The law of src/sim/vehicle, operation by operation;
// test/gazebo/test_vehicle_law.py compares the two.
//
// Rays start at `mounts` and point along the body's -z; they must not hit the vehicle itself. World
// frame z up; wheels are ordered front left, front right, rear left, rear right.
#pragma once

#include <array>
#include <utility>

#include "vehicle/law/actuators.h"
#include "vehicle/law/commands.h"
#include "vehicle/law/contact.h"
#include "vehicle/law/odometry.h"
#include "vehicle/law/parameters.h"
#include "vehicle/law/speed_control.h"
#include "vehicle/law/wheel.h"

namespace sim::vehicle {

constexpr std::array<const char*, 4> WHEELS = {"front_left", "front_right", "rear_left",
                                               "rear_right"};

// Force and torque about the base origin, in world axes.
struct Wrench {
  Vector force{};
  Vector torque{};
};

// Ackermann-steered car with raycast wheels; stands braked until the first command and after
// `command_timeout` without.
class Vehicle {
 public:
  explicit Vehicle(const VehicleParameters& parameters);

  // Back to a braked vehicle that never had a command.
  void reset();

  // Drive with a bicycle steering angle at a speed, from `stamp` on.
  void command(double stamp, double steering_angle, double speed, double acceleration = 0.0);

  // Drive at a speed and yaw rate, as far as the steering reaches.
  void command_twist(double stamp, double speed, double yaw_rate);

  // Roll freely, wheels straight, neither driven nor braked, until the next command; no timeout
  // applies.
  void neutral(double stamp = 0.0);

  // Force and torque for one step of `dt` from `time`; `linear_velocity` is that of the base
  // origin, both velocities in world axes, `hub_distances` from each mount to the ground, infinite
  // in the air.
  Wrench step(double time, double dt, const Rotation& rotation, const Vector& linear_velocity,
              const Vector& angular_velocity, const std::array<double, 4>& hub_distances);

  const std::array<Vector, 4>& mounts() const { return mounts_; }
  // The ray length beyond which a wheel hangs in the air.
  double reach() const { return reach_; }
  const Odometry& odometry() const { return odometry_; }
  // The bicycle steering angle that the actuator has reached.
  double steering_angle() const { return steering_.value(); }
  // Angles of the (left, right) front wheels.
  const std::array<double, 2>& steering_angles() const { return steering_angles_; }
  // Spin of the four wheels, rad/s, positive forwards.
  std::array<double, 4> wheel_speeds() const;
  // Rotation of the four wheels since the reset, rad.
  std::array<double, 4> wheel_angles() const;
  const std::array<double, 4>& normal_forces() const { return normal_forces_; }
  bool timed_out() const { return timed_out_; }

 private:
  // Let the command in force move the actuators; return the torque sums.
  Torques actuate(double time, double dt, double speed);

  // Sum the four wheels' forces and their moments about the base origin.
  Wrench wheel_forces(double dt, const Rotation& pose, const Vector& velocity, const Vector& spin,
                      const std::array<double, 4>& distances, const Torques& sums);

  // Each wheel's part of the drive and brake torque sums.
  std::array<Torques, 4> shares(const Torques& sums) const;

  void lift(std::size_t index, double dt, const Torques& torques);

  // A wheel's ground force along the body's axes, from its patch's velocity along them.
  Tangential tangential_force(std::size_t index, double dt, double forward, double left,
                              double load, const Torques& torques);

  VehicleParameters parameters_;
  std::array<Vector, 4> mounts_;
  std::array<WheelDynamics, 4> wheels_;
  Odometry odometry_;
  double reach_;
  CommandQueue commands_;
  SpeedController controller_;
  Actuator steering_, drive_, brake_;
  std::array<double, 2> steering_angles_{};
  std::array<double, 4> normal_forces_{};
  bool timed_out_ = true;
};

}  // namespace sim::vehicle
