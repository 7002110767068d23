#include "laws/vehicle/wheel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/vehicle/root.h"

namespace sim::vehicle {
namespace {

// Speed in m/s above which deflections are those of a rolling or sliding tyre, not of a standing
// one.
constexpr double MOVING = 1.0;
// m/s below which an anti-lock brake lets wheels lock.
constexpr double LOCKS = 1.5;
// Change in m/s of a wheel's speed over the ground in a step from which the car counts as moved
// from outside.
constexpr double JUMP = 2.0;
// m/s of rolling below which slip, a share of it, is taken of this.
constexpr double SLOW = 0.1;
// Precision in rad/s of a wheel's speed, and largest number of evaluations of the tyre.
constexpr double SPIN_PRECISION = 1e-5;
constexpr int MOST_ASKED = 60;
constexpr Bracket ANYWHERE = {-std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::infinity()};

// A wheel's step; only its speed at the end is unknown.
class Step {
 public:
  Step(const Wheel& wheel, const Footing& footing, const Tangential& before)
      : wheel_(wheel),
        tyre_(*footing.tyre),
        contact_(footing.contact),
        before_(before),
        v_roll_(footing.v_roll),
        v_slip_(footing.v_slip),
        speed_(std::hypot(v_roll_, v_slip_)),
        lengths_(tyre_.lengths(contact_)),
        furthest_(std::min(std::max(tyre_.sticking(contact_), speed_ / MOVING), 1.0)) {}

  // Return the state of the tyre at the end of the step, for a wheel that turns at `spin`.
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
    return {lengths_,
            speed_,
            slipping,
            after,
            {(after.forward - before_.forward) / dt, (after.left - before_.left) / dt}};
  }

  Tangential force(double spin) const { return tyre_.force(contact_, tread(spin)); }

  // Return the ground's torque against a wheel that turns at `spin` at the end of the step, N m.
  double resistance(double spin) const {
    const double rolling =
        std::min(std::max(spin * wheel_.radius / wheel_.standstill_speed, -1.0), 1.0);
    const double coefficient = wheel_.rolling_resistance + contact_.resistance;
    return rolling * contact_.load * coefficient * wheel_.radius +
           wheel_.radius * tyre_.along(contact_, tread(spin));
  }

 private:
  const Wheel& wheel_;
  const Tyre& tyre_;
  const Contact& contact_;
  const Tangential before_;
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
  slip_ = {};
  slope_ = 0.0;
  placed_ = true;
  eased_ = false;
}

Tangential WheelDynamics::turn(const Footing& footing, const WheelTorques& torques) {
  const double dt = footing.contact.dt;
  if (footing.tyre == nullptr) {
    speed_ = free_speed(dt, torques);
    deflection_ = {};
    slip_ = {};
    eased_ = false;
    // A landing wheel may have any speed.
    v_roll_ = std::numeric_limits<double>::quiet_NaN();
    angle_ += speed_ * dt;
    return {};
  }
  if (placed(footing)) {
    deflection_ = {};
    placed_ = false;
  }
  const Step step(parameters_, footing, deflection_);
  const Turning turning = solve(step, footing, torques, &slope_);
  speed_ = turning.speed;
  eased_ = turning.eased;
  v_roll_ = footing.v_roll;
  deflection_ = step.tread(speed_).deflection;
  const double rolled = std::max(std::abs(footing.v_roll), SLOW);
  slip_ = {(speed_ * parameters_.radius - footing.v_roll) / rolled,
           std::atan2(footing.v_slip, rolled)};
  angle_ += speed_ * dt;
  return step.force(speed_);
}

double WheelDynamics::speed_after(const Footing& footing, const WheelTorques& torques) const {
  if (footing.tyre == nullptr) return free_speed(footing.contact.dt, torques);
  const Step step(parameters_, footing, placed(footing) ? Tangential{} : deflection_);
  double slope = slope_;
  return solve(step, footing, torques, &slope).speed;
}

bool WheelDynamics::placed(const Footing& footing) const {
  return placed_ || std::abs(footing.v_roll - v_roll_) > JUMP;
}

template <class Step>
WheelDynamics::Turning WheelDynamics::solve(const Step& step, const Footing& footing,
                                            const WheelTorques& torques, double* slope) const {
  const double rolling = footing.v_roll / parameters_.radius;
  const double before = placed(footing) ? rolling : speed_;
  const double inertia = parameters_.inertia + torques.inertia;
  const auto left = [&](double spin) {
    return inertia * (spin - before) / footing.contact.dt - torques.drive + step.resistance(spin);
  };
  Turning turning;
  const double locked = torques.brake > 0.0 ? left(0.0) : 0.0;
  if (torques.brake == 0.0 || std::abs(locked) > torques.brake) {
    // The brake opposes the wheel's direction of rotation.
    const double brake = torques.brake > 0.0 ? std::copysign(torques.brake, -locked) : 0.0;
    turning.speed = root([&](double spin) { return left(spin) + brake; }, before, ANYWHERE,
                         inertia / footing.contact.dt, SPIN_PRECISION, MOST_ASKED, slope);
  }
  if (torques.brake == 0.0 || torques.anti_lock_slip == 1.0 || std::abs(footing.v_roll) <= LOCKS)
    return turning;
  const double slip = std::min(torques.anti_lock_slip, footing.tyre->best_slip(footing.contact));
  const double least = (1.0 - slip) * rolling;
  if (turning.speed * rolling < least * rolling) {
    turning.speed = least;
    turning.eased = true;
  }
  return turning;
}

double WheelDynamics::free_speed(double dt, const WheelTorques& torques) const {
  const double inertia = parameters_.inertia + torques.inertia;
  const double speed = speed_ + torques.drive / inertia * dt;
  const double loss = torques.brake / inertia * dt;
  return std::copysign(std::max(std::abs(speed) - loss, 0.0), speed);
}

}  // namespace sim::vehicle
