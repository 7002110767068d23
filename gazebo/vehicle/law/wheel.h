// One wheel's forces in its contact patch; where the patch is and how the forces move the body is
// left to `vehicle`.
//
// Equations (1) to (3) of [RosEnvironment, VI-B], within a friction circle. Signs: rolling forward
// and slipping left are positive.
#pragma once

#include "vehicle/law/parameters.h"

namespace sim::vehicle {

// A tangential force or velocity: along the wheel's heading and to its left.
struct Tangential {
  double forward = 0.0;
  double left = 0.0;
};

// F_S = k x - d x_dot (eq. 1), never pulling; x is the compression and x_dot the speed at which the
// spring *extends*.
double suspension_force(double k, double d, double x, double x_dot);

// F_R = T/r - sign(v_roll) F_N c_rr (eq. 2), the sign being v_roll/smooth below that speed.
double rolling_force(double torque, double radius, double v_roll, double normal, double c_rr,
                     double smooth);

// F_T = -m v_slip / t (eq. 3) for the mass that the wheel carries.
double turning_force(double mass, double v_slip, double time_constant);

// Scale a tangential force down to mu F_N, keeping its direction; true if it had to be.
bool friction_circle(Tangential& force, double mu, double normal);

// A wheel with its memory: spin, and the elastic deflections by which a standing tyre holds its
// place.
//
// Near standstill a viscous law alone would creep down every slope at a t. There, a braked wheel
// lengthwise and any wheel sideways also pull back towards where they stopped, with a spring of
// m/(4 t^2), which eq. 3 damps critically.
class WheelDynamics {
 public:
  WheelDynamics(const Wheel& parameters, double mass) : parameters_(parameters), mass_(mass) {}

  // Stand still, undeflected.
  void reset();

  // Tangential force on the body through a patch that moves at (v_roll, v_slip).
  Tangential contact_force(double dt, double v_roll, double v_slip, double normal,
                           double drive_torque, double brake_torque);

  // Turn freely in the air under the torques.
  void spin(double dt, double drive_torque, double brake_torque);

  double speed() const { return speed_; }
  double angle() const { return angle_; }

 private:
  Wheel parameters_;
  double mass_;
  double speed_ = 0.0;
  double angle_ = 0.0;
  double stuck_long_ = 0.0;
  double stuck_lat_ = 0.0;
};

}  // namespace sim::vehicle
