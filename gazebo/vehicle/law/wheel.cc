#include "vehicle/law/wheel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim::vehicle {
namespace {

// m/s from which deflections are those of a tyre that rolls or slides, not of one that stands.
constexpr double MOVING = 1.0;
// m/s below which an anti-lock brake lets wheels lock.
constexpr double LOCKS = 1.5;
// m/s that a wheel's speed over the ground cannot change in a step: somebody has put the car there.
constexpr double PLACED = 2.0;
// rad/s: how well a wheel's speed is solved for, and how often at most the tyre is asked.
constexpr double PRECISION = 1e-5;
constexpr int MOST = 60;

// A root near `guess` of `f`, which rises by `least` or more, and by about `slope` there: secants,
// within what is known to enclose it. Leaves the slope at the root for the next time.
template <class Function>
double root(const Function& f, double guess, double least, double* slope) {
  constexpr double UNLIMITED = std::numeric_limits<double>::infinity();
  *slope = std::max(*slope, least);
  double below = -UNLIMITED, above = UNLIMITED, at = guess, value = f(at);
  for (int calls = 1; calls < MOST && std::abs(value) > PRECISION * *slope; ++calls) {
    (value < 0.0 ? below : above) = at;
    double next = at - value / *slope;
    if (!(below < next && next < above)) next = 0.5 * (below + above);
    const double step = next - at, before = value;
    at = next;
    value = f(at);
    *slope = std::max((value - before) / step, least);
  }
  return at;
}

// A wheel's step, of which only its speed at the end is not known yet.
class Step {
 public:
  Step(const Wheel& wheel, const Tyre& tyre, const Contact& contact, const Tangential& before,
       double v_roll, double v_slip)
      : wheel_(wheel),
        tyre_(tyre),
        contact_(contact),
        before_(before),
        v_roll_(v_roll),
        v_slip_(v_slip),
        speed_(std::hypot(v_roll, v_slip)),
        lengths_(tyre.lengths(contact)),
        furthest_(std::min(std::max(tyre.sticking(contact), speed_ / MOVING), 1.0)) {}

  // How the tyre is, with the wheel turning at `spin`, at the end of the step.
  Tread tread(double spin) const {
    const double dt = contact_.dt;
    const Tangential slipping = {v_roll_ - spin * wheel_.radius, v_slip_};
    Tangential after = {
        (before_.forward + slipping.forward * dt) / (1.0 + speed_ * dt / lengths_.forward),
        (before_.left + slipping.left * dt) / (1.0 + speed_ * dt / lengths_.left)};
    const double share = std::hypot(after.forward / lengths_.forward, after.left / lengths_.left);
    if (share > furthest_) {
      after.forward *= furthest_ / share;
      after.left *= furthest_ / share;
    }
    return {speed_,
            slipping,
            after,
            {(after.forward - before_.forward) / dt, (after.left - before_.left) / dt}};
  }

  Tangential force(double spin) const { return tyre_.force(contact_, tread(spin)); }

  // What is left of the drive's torque when the wheel turns at `spin` at the end of the step, N m.
  double surplus(double before, double spin, double drive) const {
    const double rolling =
        std::min(std::max(spin * wheel_.radius / wheel_.standstill_speed, -1.0), 1.0);
    const double resistance = rolling * contact_.load * wheel_.rolling_resistance * wheel_.radius;
    return wheel_.inertia * (spin - before) / contact_.dt - drive + resistance +
           wheel_.radius * force(spin).forward;
  }

 private:
  const Wheel& wheel_;
  const Tyre& tyre_;
  const Contact& contact_;
  const Tangential& before_;
  double v_roll_, v_slip_, speed_;
  Tangential lengths_;
  double furthest_;
};

}  // namespace

double suspension_force(double k, double d, double x, double x_dot) {
  if (x <= 0.0) return 0.0;
  const double force = k * x - d * x_dot;
  return force > 0.0 ? force : 0.0;
}

void WheelDynamics::reset() {
  speed_ = angle_ = v_roll_ = 0.0;
  deflection_ = {};
  slope_ = 0.0;
  placed_ = true;
  eased_ = false;
}

Tangential WheelDynamics::roll(const Tyre& tyre, const Contact& contact, double v_roll,
                               double v_slip, const WheelTorques& torques) {
  if (placed_ || std::abs(v_roll - v_roll_) > PLACED) {
    speed_ = v_roll / parameters_.radius;
    deflection_ = {};
    placed_ = false;
  }
  v_roll_ = v_roll;
  const Step step(parameters_, tyre, contact, deflection_, v_roll, v_slip);
  const double dt = contact.dt, before = speed_, rolling = v_roll / parameters_.radius;
  const auto left = [&](double spin) { return step.surplus(before, spin, torques.drive); };
  const double locked = torques.brake > 0.0 ? left(0.0) : 0.0;
  eased_ = false;
  if (torques.brake > 0.0 && std::abs(locked) <= torques.brake) {
    speed_ = 0.0;
  } else {
    // The brake opposes the direction in which the wheel turns.
    const double brake = torques.brake > 0.0 ? std::copysign(torques.brake, -locked) : 0.0;
    speed_ = root([&](double spin) { return left(spin) + brake; }, before, parameters_.inertia / dt,
                  &slope_);
  }
  const double least = (1.0 - torques.anti_lock_slip) * rolling;
  if (torques.brake > 0.0 && std::abs(v_roll) > LOCKS && speed_ * rolling < least * rolling) {
    speed_ = least;
    eased_ = true;
  }
  deflection_ = step.tread(speed_).deflection;
  angle_ += speed_ * dt;
  return step.force(speed_);
}

void WheelDynamics::spin(double dt, const WheelTorques& torques) {
  const double inertia = parameters_.inertia;
  const double speed = speed_ + torques.drive / inertia * dt;
  const double loss = torques.brake / inertia * dt;
  speed_ = std::copysign(std::max(std::abs(speed) - loss, 0.0), speed);
  angle_ += speed_ * dt;
  deflection_ = {};
  eased_ = false;
  // Who lands may be at any speed.
  v_roll_ = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sim::vehicle
