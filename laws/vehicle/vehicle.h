// A four-wheeled vehicle as a force law: a simulator hands over the body's state and ray lengths,
// and applies the force it gets back. Python binds it in
// src/sim/vehicle/vehicle.py.
//
// Rays start at `rays` and point along the body's -z; they must not hit the vehicle itself. World
// frame z up; wheels are ordered front left, front right, rear left, rear right.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "laws/vehicle/actuators.h"
#include "laws/vehicle/commands.h"
#include "laws/vehicle/contact.h"
#include "laws/vehicle/differentials.h"
#include "laws/vehicle/ground.h"
#include "laws/vehicle/ground_contact.h"
#include "laws/vehicle/odometry.h"
#include "laws/vehicle/parameters.h"
#include "laws/vehicle/pedals.h"
#include "laws/vehicle/powertrain.h"
#include "laws/vehicle/speed_control.h"
#include "laws/vehicle/stability_control.h"
#include "laws/vehicle/struts.h"
#include "laws/vehicle/tyre_choice.h"
#include "laws/vehicle/wheel.h"
#include "laws/vehicle/wheel_odometry.h"
#include "laws/vehicle/wrench.h"

namespace sim::vehicle {

constexpr std::array<const char*, 4> WHEELS = {"front_left", "front_right", "rear_left",
                                               "rear_right"};

// Ackermann-steered car with raycast wheels; stands braked until the first command and after
// `command_timeout` without.
class Vehicle {
 public:
  explicit Vehicle(const VehicleParameters& parameters, const TyreChoice& tyre = {});

  // Back to a braked vehicle that never had a command.
  void reset();

  // Drive with a bicycle steering angle at a speed, from `stamp` on.
  void command(double stamp, double steering_angle, double speed, double acceleration = 0.0);

  // Drive by pedals.
  void command_pedals(double stamp, double steering_angle, const Pedals& pedals);

  // Drive by torques of the axles, past engine and gears but within what `drive` and `brake` have.
  void command_torques(double stamp, double steering_angle, const AxleTorques& torques);

  // Drive at a speed and yaw rate, as far as the steering reaches.
  void command_twist(double stamp, double speed, double yaw_rate);

  // Roll freely, wheels straight, neither driven nor braked, until the next command; no timeout
  // applies.
  void neutral(double stamp = 0.0);

  // Switch what eases brakes of wheels that lock, and what brakes wheels of a car that spins; both
  // are on where the parameters have them, and a reset leaves them as they are.
  void switch_anti_lock(bool on) { anti_lock_on_ = on; }
  void switch_stability_control(bool on) { stability_on_ = on; }

  // Set the share of the tyres' friction left by the weather; it holds until the next call.
  void set_weather(double friction) { weather_ = friction; }

  // Set the velocity of the air around the vehicle, m/s in world axes; it holds until the next
  // call.
  void set_wind(const Vector& velocity) { wind_ = velocity; }

  // Seed the random errors of `wheel_odometry`, at once and after each reset.
  void seed_odometry(std::uint64_t seed) { wheel_odometry_.seed(seed); }

  // Force and torque for one step of `dt` from `time`; `linear_velocity` is that of the base
  // origin, both velocities in world axes.
  Wrench step(double time, double dt, const Rotation& rotation, const Vector& linear_velocity,
              const Vector& angular_velocity, const Ground& ground);

  const std::array<Vector, 4>& mounts() const { return mounts_; }
  // Return the starts of the rays of the next step, in the base frame.
  const std::vector<Vector>& rays() const { return contact_.rays(); }
  // The ray length beyond which a wheel hangs in the air.
  double reach() const { return reach_; }
  const Odometry& odometry() const { return odometry_; }
  const WheelOdometry& wheel_odometry() const { return wheel_odometry_; }
  // The bicycle steering angle that the actuator has reached.
  double steering_angle() const { return steering_.value(); }
  // Angles of the (left, right) front wheels.
  const std::array<double, 2>& steering_angles() const { return steering_angles_; }
  // Spin of the four wheels, rad/s, positive forwards.
  std::array<double, 4> wheel_speeds() const;
  // Rotation of the four wheels since the reset, rad.
  std::array<double, 4> wheel_angles() const;
  const std::array<double, 4>& normal_forces() const { return normal_forces_; }
  // Return the tyre forces along the wheels' headings and to the left, N.
  const std::array<Tangential, 4>& tyre_forces() const { return tyre_forces_; }
  // Return the slips of the tyres; 0 in the air.
  std::array<Slip, 4> slips() const;
  // Return drive and brake torques of the wheels, N m, without the reduction by an anti-lock brake.
  const std::array<WheelTorques, 4>& wheel_torques() const { return wheel_torques_; }
  // Return whether the anti-lock brake eased a brake in the last step.
  bool anti_lock() const;
  // Return whether stability control braked a wheel in the last step.
  bool stability_control() const { return stability_.active(); }
  // Torques of drive and brakes that have been reached, sums at the wheels, N m.
  Torques torques() const;
  // The gear, and the engine's speed in rad/s, as `powertrain` has them.
  int gear() const { return powertrain_.gear(); }
  double engine_speed() const { return powertrain_.engine_speed(); }
  bool timed_out() const { return timed_out_; }

 private:
  // Let suspensions and tyres that give way compress each other.
  void compress(double dt, const Rotation& rotation, const Vector& velocity, const Vector& spin);

  // Let the command in force move the actuators; return the axles' torques.
  AxleTorques actuate(double time, double dt, double speed);

  // Return the drive and brake torques that a command requests.
  AxleTorques wanted(double dt, const Command& command, double speed);

  // Shift gears for a command, at the mean speed of the driven wheels.
  void shift(double dt, const Command& command, double speed);

  // Torques that the powertrain and brakes have shared among the axles.
  AxleTorques shared(const Torques& sums) const;

  // The front wheels' angles: as they are steered, and give way to their tyres' forces.
  void steer(double wanted, double dt);

  // Sum the four wheels' forces and their moments about the base origin.
  Wrench wheel_forces(double dt, const Rotation& pose, const Vector& velocity, const Vector& spin,
                      const AxleTorques& sums);

  // Add what stability control brakes with, and take the drive away while it does.
  void stabilise(double dt, const std::array<Footing, 4>& footings, PlanarMotion motion,
                 std::array<WheelTorques, 4>* torques);

  // Return the load on a wheel at a speed of extension of its suspension, N.
  double wheel_load(std::size_t index, double extension) const;

  // Return the lean of a wheel to the right, rad, on a body with a lean.
  double camber(std::size_t index, double lean) const;

  // Each wheel's part of its axle's torques.
  std::array<WheelTorques, 4> shares(const AxleTorques& sums) const;

  // Return the angle of a wheel to the left of the body's x axis, rad.
  double heading(std::size_t index) const;

  VehicleParameters parameters_;
  Tyres tyres_;
  std::array<Vector, 4> mounts_;
  std::array<WheelDynamics, 4> wheels_;
  Odometry odometry_;
  WheelOdometry wheel_odometry_;
  double reach_;
  GroundContact contact_;
  Struts struts_;
  CommandQueue commands_;
  SpeedController controller_;
  PedalControl pedals_;
  Powertrain powertrain_;
  Differentials differentials_;
  StabilityController stability_;
  Actuator steering_;
  // Of the front and the rear axle.
  std::array<Actuator, 2> drive_, brake_;
  std::array<double, 2> steering_angles_{};
  std::array<double, 4> normal_forces_{};
  std::array<Tangential, 4> tyre_forces_{};
  std::array<WheelTorques, 4> wheel_torques_{};
  Vector wind_{};
  // Sine of the slope of the ground ahead in the last step.
  double rise_ = 0.0;
  // N that the ground added to the wheels' rolling resistance in the last step.
  double resistance_ = 0.0;
  double weather_ = 1.0;
  bool timed_out_ = true;
  bool anti_lock_on_ = true, stability_on_ = true;
};

}  // namespace sim::vehicle
