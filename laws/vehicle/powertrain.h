// Torque of the engine or motor on the driven wheels, in the engaged gear.
//
// Without a map an electric motor: `drive.max_torque` up to `drive.max_power`, one gear. With one,
// an engine whose full torque is interpolated over its speed, through `gearbox`; below its idle
// speed its clutch slips. The box shifts by two lines over engine speed and load.
//
// Torques are sums at the wheels in N m, positive for driving forwards; speeds of wheels are the
// mean of the driven ones, rad/s.
#pragma once

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// Lever positions beside the numbers of forward gears: forwards in automatic gear choice.
constexpr int DRIVE = 0;
constexpr int REVERSE = -1;
constexpr int NEUTRAL = -2;

class Powertrain {
 public:
  explicit Powertrain(const VehicleParameters& parameters);

  // First gear, at rest.
  void reset();

  // Engage the gear of a lever position; `load` is the requested share of the engine's torque.
  void shift(double dt, int lever, double wheel_speed, double load);

  // At full throttle, and without.
  double most() const { return most_; }
  double overrun() const { return overrun_; }

  // Return a requested torque within the limits.
  double limited(double torque) const;

  // A forward gear's number, -1 in reverse, 0 in neutral.
  int gear() const;
  // Of the engine, rad/s; of a motor without a map that of the wheels.
  double engine_speed() const { return engine_speed_; }
  // Return the inertia that turns with the driven wheels, kg m^2 in total.
  double inertia() const;

 private:
  // Return engine turns for each turn of the wheels, negative in reverse; 0 in neutral.
  double ratio() const;
  double ratio_of(int gear) const;
  void choose(double dt, double wheel_speed, double load);
  // Return the engine's torque at full throttle at an engine speed, N m.
  double torque(double speed) const;
  // Update the limits of the engaged gear at a speed.
  void engage(double wheel_speed);

  VehicleParameters parameters_;
  int gears_ = 1, points_ = 0;
  int lever_ = DRIVE, gear_ = 1;
  // Seconds until torque flows again, and until an automatic box shifts again.
  double shifting_ = 0.0, settling_ = 0.0;
  double engine_speed_ = 0.0;
  double most_ = 0.0, overrun_ = 0.0;
};

}  // namespace sim::vehicle
