// One wheel: its torques and the ground's force on its tyre turn it. `vehicle` computes the contact
// patch and applies the force to the body.
//
// Signs: rolling forward and slipping left are positive.
#pragma once

#include "laws/vehicle/parameters.h"
#include "laws/vehicle/tyre.h"

namespace sim::vehicle {

// F_S = k x - d x_dot (eq. 1 of [RosEnvironment, VI-B]), never pulling; x is the compression and
// x_dot the speed at which the spring *extends*.
double suspension_force(double k, double d, double x, double x_dot);

// Torques about a wheel's axis, N m; the brake's torque opposes the rotation. An anti-lock brake is
// eased if the wheel would lose more of its speed than at the peak of its tyre's braking force, or
// more than the share `anti_lock_slip`; 1 is without it. `inertia` kg m^2 of the drive turn with
// the wheel.
struct WheelTorques {
  double drive = 0.0;
  double brake = 0.0;
  double anti_lock_slip = 1.0;
  double inertia = 0.0;
};

// Ground of a wheel in a step: a patch that moves at (v_roll, v_slip) under its tyre, or the air,
// without a patch.
struct Footing {
  const Tyre* tyre = nullptr;
  Contact contact;
  double v_roll = 0.0;
  double v_slip = 0.0;
};

class WheelDynamics {
 public:
  explicit WheelDynamics(const Wheel& parameters) : parameters_(parameters) {}

  // Stand still, undeflected.
  void reset();

  // Make a step under torques; gives the tangential force on the body.
  Tangential turn(const Footing& footing, const WheelTorques& torques);

  // The speed at which that step would end, rad/s.
  double speed_after(const Footing& footing, const WheelTorques& torques) const;

  double speed() const { return speed_; }
  double angle() const { return angle_; }
  // In the last step, of the ground's velocity below a wheel of at least 0.1 m/s.
  const Slip& slip() const { return slip_; }
  // Return whether the anti-lock brake has eased the brake in the last step.
  bool eased() const { return eased_; }

 private:
  struct Turning {
    double speed = 0.0;
    bool eased = false;
  };

  // Return whether the car was moved from outside.
  bool placed(const Footing& footing) const;

  template <class Step>
  Turning solve(const Step& step, const Footing& footing, const WheelTorques& torques,
                double* slope) const;

  double free_speed(double dt, const WheelTorques& torques) const;

  Wheel parameters_;
  Tangential deflection_;
  Slip slip_;
  double speed_ = 0.0;
  double angle_ = 0.0;
  double v_roll_ = 0.0;
  // N m for each rad/s at the last speed that was solved for.
  double slope_ = 0.0;
  bool placed_ = true;
  bool eased_ = false;
};

}  // namespace sim::vehicle
