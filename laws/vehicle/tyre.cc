#include "laws/vehicle/tyre.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

// m: half of a contact patch, which fresh tread passes through.
constexpr double PATCH = 0.05;
// Share of the critical damping of the wheel's mass on its tyre by which a deflection's rate damps
// the force at rest, and the speed above which rolling alone damps it.
constexpr double DAMPING_RATIO = 0.3;
constexpr double MIN_ROLLING_SPEED = 5.0;  // m/s
// Sine of the largest slip angle; at 1, kappa and the tangent would be infinite.
constexpr double MOST_ACROSS = 0.995;

double size(const Tangential& of) { return std::hypot(of.forward, of.left); }

// Return the combined coefficient of friction of a tyre and a ground.
double common(double tyre, const Contact& contact) {
  return std::min(tyre, contact.ground) * contact.weather;
}

// Deflections are of the speed over the ground, slip is of that along the heading.
Slip slip_of(const Tread& tread) {
  const double left = tread.deflection.left / tread.lengths.left;
  const double across = std::min(std::max(left, -MOST_ACROSS), MOST_ACROSS);
  const double along = std::sqrt(1.0 - across * across);
  return {-tread.deflection.forward / tread.lengths.forward / along, std::asin(across)};
}

}  // namespace

double turning_force(double mass, double v_slip, double time_constant) {
  return -mass * v_slip / time_constant;
}

void friction_circle(Tangential& force, double mu, double normal) {
  const double limit = mu * normal, found = size(force);
  if (found <= limit) return;
  force.forward *= limit / found;
  force.left *= limit / found;
}

double PaperTyre::time_constant(const Contact& contact) const {
  return std::max(wheel_.slip_time_constant, 2.0 * contact.dt);
}

double PaperTyre::spring(const Contact& contact) const {
  const double t = time_constant(contact);
  return contact.mass / (4.0 * t * t);
}

Tangential PaperTyre::lengths(const Contact&) const { return {PATCH, PATCH}; }

double PaperTyre::sticking(const Contact& contact) const {
  return common(wheel_.friction, contact) * contact.load / (spring(contact) * PATCH);
}

Tangential PaperTyre::force(const Contact& contact, const Tread& tread) const {
  const double t = time_constant(contact), k = spring(contact);
  Tangential force = {
      turning_force(contact.mass, tread.slipping.forward, t) - k * tread.deflection.forward,
      turning_force(contact.mass, tread.slipping.left, t) - k * tread.deflection.left};
  friction_circle(force, common(wheel_.friction, contact), contact.load);
  return force;
}

double SlipTyre::sticking(const Contact& contact) const {
  const Tangential k = stiffness(contact);
  return 3.0 * grip(contact) / std::min(k.forward, k.left);
}

double SlipTyre::along(const Contact& contact, const Tread& tread) const {
  if (tread.speed < MIN_ROLLING_SPEED) return force(contact, tread).forward;
  return steady_along(contact, slip_of(tread));
}

Tangential SlipTyre::force(const Contact& contact, const Tread& tread) const {
  const Tangential& sigma = tread.lengths;
  const double forward = tread.deflection.forward / sigma.forward,
               left = tread.deflection.left / sigma.left;
  Tangential force = steady(contact, slip_of(tread));
  const double fading = 1.0 - tread.speed / MIN_ROLLING_SPEED;
  if (fading <= 0.0) return force;
  const Tangential k = stiffness(contact);
  // A tyre that slides is not damped by its deflection any more.
  const double linear = std::hypot(k.forward * forward, k.left * left);
  const double sticks = linear > 0.0 ? std::min(size(force) / linear, 1.0) : 1.0;
  const double share = fading * sticks * DAMPING_RATIO;
  const auto damped = [&](double stiffness, double length, double rate) {
    return share * 2.0 * std::sqrt(stiffness / length * contact.mass) * rate;
  };
  force.forward -= damped(k.forward, sigma.forward, tread.rate.forward);
  force.left -= damped(k.left, sigma.left, tread.rate.left);
  return force;
}

Tangential LinearTyre::lengths(const Contact&) const {
  return {parameters_.longitudinal_relaxation, parameters_.lateral_relaxation};
}

double LinearTyre::grip(const Contact& contact) const {
  const double more = contact.load / parameters_.nominal_load - 1.0;
  const double mu = wheel_.friction * std::max(1.0 - parameters_.load_sensitivity * more, 0.1);
  return common(mu, contact) * contact.load;
}

Tangential LinearTyre::stiffness(const Contact& contact) const {
  const double more = contact.load / parameters_.nominal_load - 1.0;
  const double scale = contact.load * std::max(1.0 - parameters_.load_sensitivity * more, 0.1);
  return {parameters_.longitudinal_stiffness * scale, parameters_.cornering_stiffness * scale};
}

Tangential LinearTyre::steady(const Contact& contact, const Slip& slip) const {
  const Tangential k = stiffness(contact);
  Tangential force = {k.forward * slip.kappa, -k.left * std::tan(slip.alpha)};
  friction_circle(force, grip(contact), 1.0);
  return force;
}

double LinearTyre::best_slip(const Contact& contact) const {
  return std::min(grip(contact) / stiffness(contact).forward, 1.0);
}

double FialaTyre::best_slip(const Contact& contact) const {
  // All of its tread slides from 3 mu F_N / C on.
  const double sigma = 3.0 * grip(contact) / stiffness(contact).forward;
  return sigma / (1.0 + sigma);
}

Tangential FialaTyre::steady(const Contact& contact, const Slip& slip) const {
  const Tangential k = stiffness(contact);
  const double rolled = std::max(std::abs(1.0 + slip.kappa), 1e-3);
  const Tangential sigma = {slip.kappa / rolled, -std::tan(slip.alpha) / rolled};
  const Tangential stuck = {k.forward * sigma.forward, k.left * sigma.left};
  const double limit = grip(contact), wanted = size(stuck), slid = size(sigma);
  if (wanted == 0.0 || limit == 0.0) return {};
  const double share = std::min(wanted / (3.0 * limit), 1.0), rest = 1.0 - share;
  const double force = limit * (1.0 - rest * rest * rest);
  // Tread that sticks pulls along its deflection, tread that slides along its velocity.
  Tangential towards = {rest * stuck.forward / wanted + share * sigma.forward / slid,
                        rest * stuck.left / wanted + share * sigma.left / slid};
  const double length = size(towards);
  return {force * towards.forward / length, force * towards.left / length};
}

}  // namespace sim::vehicle
