// What the engine or motor can do to the wheels that it drives, in the gear that is engaged.
//
// Without a map an electric motor: `drive.max_torque` up to `drive.max_power`, one gear. With one,
// an engine whose full torque is interpolated over its speed, through `gearbox`; below its idle
// speed its clutch slips. The box shifts by two lines over engine speed and load.
//
// Torques are sums at the wheels in N m, positive where they drive forwards; speeds of wheels are
// the mean of those driven, rad/s.
#pragma once

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// Gears that are no forward gear's number: forwards in whichever fits.
constexpr int DRIVE = 0;
constexpr int REVERSE = -1;
constexpr int NEUTRAL = -2;

class Powertrain {
 public:
  explicit Powertrain(const VehicleParameters& parameters);

  // First gear, at rest.
  void reset();

  // Engage what a gear lever asks for; `load` is the share of its torque that is asked of it.
  void shift(double dt, int lever, double wheel_speed, double load);

  // At full throttle, and without.
  double most() const { return most_; }
  double overrun() const { return overrun_; }

  // What comes of a torque that is asked for.
  double limited(double torque) const;

  // A forward gear's number, -1 in reverse, 0 in neutral.
  int gear() const;
  // Of the engine, rad/s; of a motor without a map that of the wheels.
  double engine_speed() const { return engine_speed_; }
  // What turns with the driven wheels, kg m^2 all together.
  double inertia() const;

 private:
  // How often the engine turns for each turn of the wheels, negative in reverse; 0 in neutral.
  double ratio() const;
  double ratio_of(int gear) const;
  void choose(double dt, double wheel_speed, double load);
  // Of the engine at full throttle at a speed of its own, N m.
  double torque(double speed) const;
  // Set what the gear that is engaged gives at a speed.
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
