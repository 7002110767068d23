#include "laws/vehicle/struts.h"

#include <algorithm>

namespace sim::vehicle {

Struts::Struts(const VehicleParameters& parameters)
    : suspension_(parameters.suspension),
      tyre_(parameters.wheel.vertical_stiffness),
      mass_(parameters.wheel.mass),
      track_(parameters.track) {
  const auto [front, rear] = parameters.wheel_masses();
  carried_ = {front, rear};
  const double ahead = (front - mass_) * GRAVITY / suspension_.front().stiffness;
  const double behind = (rear - mass_) * GRAVITY / suspension_.rear().stiffness;
  at_rest_ = {ahead, ahead, behind, behind};
  reset();
}

void Struts::reset() {
  compressions_ = at_rest_;
  speeds_ = {};
}

Struts::Stop Struts::stop(double compression) const {
  const double travel = suspension_.bump_travel;
  if (travel == 0.0 || compression <= travel) return {0.0, 0.0};
  return {suspension_.bump_stiffness, suspension_.bump_stiffness * travel};
}

double Struts::balance(std::size_t index, double dt, double gap, double roll) const {
  const Suspension::Axle axle = index < 2 ? suspension_.front() : suspension_.rear();
  const double damper = axle.damping / dt, before = compressions_[index];
  // From k s + d s' + roll = k_tyre (gap - s), with the bump stop's spring where it engages.
  const auto compressed = [&](double tyre) {
    const double force = damper * before + tyre * gap - roll;
    const double stiffness = damper + axle.stiffness + tyre, alone = force / stiffness;
    const Stop met = stop(alone);
    if (met.stiffness == 0.0) return std::max(alone, 0.0);
    return (force + met.offset) / (stiffness + met.stiffness);
  };
  const double compression = compressed(tyre_);
  // A tyre cannot pull: the suspension extends by itself.
  return compression > gap ? compressed(0.0) : compression;
}

double Struts::swing(std::size_t index, double dt, double gap, double rising, double roll) {
  const Suspension::Axle axle = index < 2 ? suspension_.front() : suspension_.rear();
  const double before = compressions_[index];
  // From m v' = k_tyre (gap - s) - k s - d s' - roll - m g, s' = v - rising.
  const auto speed = [&](double tyre) {
    const double still = before - dt * rising;
    const auto solved = [&](const Stop& met) {
      const double stiffness = axle.stiffness + met.stiffness;
      const double force = mass_ * (speeds_[index] / dt - GRAVITY) + tyre * (gap - still) -
                           stiffness * still + met.offset + axle.damping * rising - roll;
      return force / (mass_ / dt + (tyre + stiffness) * dt + axle.damping);
    };
    const double alone = solved({0.0, 0.0});
    const Stop met = stop(still + dt * alone);
    return met.stiffness == 0.0 ? alone : solved(met);
  };
  double found = speed(tyre_);
  if (before + dt * (found - rising) > gap) found = speed(0.0);
  const double compression = before + dt * (found - rising);
  // A spring that hangs down to its length takes the wheel with it.
  if (compression < 0.0) {
    speeds_[index] = rising;
    return 0.0;
  }
  speeds_[index] = found;
  return compression;
}

void Struts::step(double dt, const std::array<double, 4>& gaps,
                  const std::array<double, 4>& rising) {
  const std::array<double, 4> before = compressions_;
  std::array<double, 4> after;
  for (std::size_t index = 0; index < gaps.size(); ++index) {
    const Suspension::Axle axle = index < 2 ? suspension_.front() : suspension_.rear();
    const double roll = axle.anti_roll * (before[index] - before[index ^ 1]) / (track_ * track_);
    after[index] = mass_ > 0.0 ? swing(index, dt, gaps[index], rising[index], roll)
                               : balance(index, dt, gaps[index], roll);
    loads_[index] = std::max(tyre_ * (gaps[index] - after[index]), 0.0);
    pushes_[index] = loads_[index];
    if (mass_ == 0.0) continue;
    const Stop met = stop(after[index]);
    const double force = (axle.stiffness + met.stiffness) * after[index] - met.offset + roll +
                         axle.damping * (after[index] - before[index]) / dt;
    const double carried = carried_[index < 2 ? 0 : 1];
    pushes_[index] = std::max(force, 0.0) * carried / (carried - mass_);
  }
  compressions_ = after;
}

}  // namespace sim::vehicle
