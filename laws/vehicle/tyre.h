// Tyre forces and the tyre models of a vehicle's SDF: <tyre>paper</tyre>, linear, fiala or
// magic_formula.
//
// A tyre has two deflections, along its wheel's heading and to the left: q' = s - |v| q / sigma,
// where s is the velocity at which it slides over the ground, v that of the wheel's hub and sigma a
// relaxation length [Pacejka, ch. 7 and 8.6]. At speed, q/sigma is the slip; at rest the deflection
// stays, so that a braked car stands on a slope. Signs: forward and left are positive; a tyre's
// force is about opposite to its slip.
#pragma once

#include <memory>
#include <string>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// A tangential force, velocity or length: along the wheel's heading and to its left.
struct Tangential {
  double forward = 0.0;
  double left = 0.0;
};

// F_T = -m v_slip / t (eq. 3 of [RosEnvironment, VI-B]) for the mass that the wheel carries.
double turning_force(double mass, double v_slip, double time_constant);

// Scale a tangential force down to mu F_N, keeping its direction.
void friction_circle(Tangential& force, double mu, double normal);

// A wheel on the ground in one step of `dt` seconds: kg that it carries at rest, N that it carries
// now, the ground's coefficient of friction, camber to the right in rad, the ground's addition to
// the coefficient of rolling resistance, and the share of friction left by the weather.
struct Contact {
  double dt = 0.0;
  double mass = 0.0;
  double load = 0.0;
  double ground = 0.0;
  double camber = 0.0;
  double resistance = 0.0;
  double weather = 1.0;
};

// State of a tyre: speed of the wheel's hub over the ground, m/s, sliding speed of the tyre, m/s,
// its deflection, m, and the rate of the deflection, m/s; `lengths` are the tyre's relaxation
// lengths.
struct Tread {
  Tangential lengths;
  double speed = 0.0;
  Tangential slipping;
  Tangential deflection;
  Tangential rate;
};

class Tyre {
 public:
  virtual ~Tyre() = default;

  // Relaxation lengths, m.
  virtual Tangential lengths(const Contact& contact) const = 0;

  // Return the deflection of a standing tyre at which it begins to slide, in relaxation lengths.
  virtual double sticking(const Contact& contact) const = 0;

  // Force on the vehicle, N.
  virtual Tangential force(const Contact& contact, const Tread& tread) const = 0;

  // Return only its part along the wheel's heading, which is needed more often.
  virtual double along(const Contact& contact, const Tread& tread) const {
    return force(contact, tread).forward;
  }

  // The share of its speed that a braked wheel loses where the tyre holds it back most, 1 where
  // more is never less.
  virtual double best_slip(const Contact&) const { return 1.0; }
};

// The published slip law: -m v_slip / t in any direction, within mu F_N, and near standstill the
// spring m/(4 t^2), which that law damps critically.
class PaperTyre : public Tyre {
 public:
  explicit PaperTyre(const Wheel& wheel) : wheel_(wheel) {}

  Tangential lengths(const Contact& contact) const override;
  double sticking(const Contact& contact) const override;
  Tangential force(const Contact& contact, const Tread& tread) const override;

 private:
  // An explicit step of the viscous law is stable only well above the step; the body's roll and yaw
  // take up to twice the margin.
  double time_constant(const Contact& contact) const;
  double spring(const Contact& contact) const;

  Wheel wheel_;
};

// Slip of tyre models and of coefficient files [TYDEX, W axes]: kappa is positive for a driven
// wheel, alpha (rad) for sliding to the left.
struct Slip {
  double kappa = 0.0;
  double alpha = 0.0;
};

// A tyre with a force that follows from its slip.
class SlipTyre : public Tyre {
 public:
  double sticking(const Contact& contact) const override;
  Tangential force(const Contact& contact, const Tread& tread) const override;
  double along(const Contact& contact, const Tread& tread) const override;

  // Force in steady state, N, and its part along the heading.
  virtual Tangential steady(const Contact& contact, const Slip& slip) const = 0;
  virtual double steady_along(const Contact& contact, const Slip& slip) const {
    return steady(contact, slip).forward;
  }

  // Return N for each unit of small slip, and the largest force, N.
  virtual Tangential stiffness(const Contact& contact) const = 0;
  virtual double grip(const Contact& contact) const = 0;
};

// Force in proportion to slip, within mu F_N: for comparison with theory.
class LinearTyre : public SlipTyre {
 public:
  LinearTyre(const Wheel& wheel, const TyreParameters& parameters)
      : wheel_(wheel), parameters_(parameters) {}

  Tangential lengths(const Contact& contact) const override;
  Tangential steady(const Contact& contact, const Slip& slip) const override;
  Tangential stiffness(const Contact& contact) const override;
  double grip(const Contact& contact) const override;
  double best_slip(const Contact& contact) const override;

 private:
  Wheel wheel_;
  TyreParameters parameters_;
};

// The brush of Fiala with a parabolic pressure: mu F_N (1 - (1 - C sigma / (3 mu F_N))^3), sigma
// = slip / (1 + kappa) [Pacejka, ch. 3.3].
class FialaTyre : public LinearTyre {
 public:
  using LinearTyre::LinearTyre;

  Tangential steady(const Contact& contact, const Slip& slip) const override;
  double best_slip(const Contact& contact) const override;
};

}  // namespace sim::vehicle
