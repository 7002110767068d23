#include "vehicle/law/struts.h"

#include <algorithm>

namespace sim::vehicle {

Struts::Struts(const VehicleParameters& parameters)
    : suspension_(parameters.suspension),
      tyre_(parameters.wheel.vertical_stiffness),
      track_(parameters.track) {
  const auto [front, rear] = parameters.wheel_masses();
  const double ahead = front * GRAVITY / suspension_.front().stiffness;
  const double behind = rear * GRAVITY / suspension_.rear().stiffness;
  at_rest_ = {ahead, ahead, behind, behind};
  reset();
}

void Struts::step(double dt, const std::array<double, 4>& gaps) {
  const std::array<double, 4> before = compressions_;
  for (std::size_t index = 0; index < gaps.size(); ++index) {
    const Suspension::Axle axle = index < 2 ? suspension_.front() : suspension_.rear();
    const double damper = axle.damping / dt;
    const double roll = axle.anti_roll * (before[index] - before[index ^ 1]) / (track_ * track_);
    // From k s + d s' + roll = k_tyre (gap - s), with the bump stop's spring where it meets.
    const auto compressed = [&](double tyre) {
      const double force = damper * before[index] + tyre * gaps[index] - roll;
      const double stiffness = damper + axle.stiffness + tyre, alone = force / stiffness;
      const double stop = suspension_.bump_travel > 0.0 ? suspension_.bump_stiffness : 0.0;
      if (stop == 0.0 || alone <= suspension_.bump_travel) return std::max(alone, 0.0);
      return (force + stop * suspension_.bump_travel) / (stiffness + stop);
    };
    double compression = compressed(tyre_);
    // A tyre cannot pull: the suspension extends by itself.
    if (compression > gaps[index]) compression = compressed(0.0);
    compressions_[index] = compression;
    loads_[index] = std::max(tyre_ * (gaps[index] - compression), 0.0);
  }
}

}  // namespace sim::vehicle
