#include "laws/vehicle/powertrain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace sim::vehicle {
namespace {

constexpr double ANY_POWER = std::numeric_limits<double>::infinity();
// A motor without a map turns no faster than at this share of the vehicle's highest speed.
constexpr double FASTEST = 1.1;
// Shares of the engine's highest speed at which it is shifted up, without and with full load, and
// share of these below which the lower gear must be for a shift down.
constexpr double MIN_UPSHIFT_SPEED = 0.4;
constexpr double MAX_UPSHIFT_SPEED = 0.95;
constexpr double DOWNSHIFT_SHARE = 0.7;
// s between two shifts.
constexpr double SETTLING = 1.0;
// m/s below which a motor's overrun torque fades.
constexpr double CREEP = 1.0;

template <std::size_t N>
int filled(const std::array<double, N>& values) {
  return static_cast<int>(std::find(values.begin(), values.end(), 0.0) - values.begin());
}

}  // namespace

Powertrain::Powertrain(const VehicleParameters& parameters)
    : parameters_(parameters),
      gears_(std::max(filled(parameters.gearbox.ratios), 1)),
      points_(filled(parameters.engine.speeds)) {
  reset();
}

void Powertrain::reset() {
  lever_ = DRIVE;
  gear_ = 1;
  shifting_ = settling_ = 0.0;
  engage(0.0);
}

void Powertrain::shift(double dt, int lever, double wheel_speed, double load) {
  shifting_ = std::max(shifting_ - dt, 0.0);
  settling_ = std::max(settling_ - dt, 0.0);
  if (lever > DRIVE) {
    const int wanted = std::min(lever, gears_);
    if (wanted != gear_) shifting_ = parameters_.gearbox.shift_time;
    gear_ = wanted;
  } else if (lever == DRIVE) {
    if (lever_ != DRIVE) settling_ = 0.0;
    choose(dt, wheel_speed, load);
  }
  lever_ = lever;
  engage(wheel_speed);
}

void Powertrain::choose(double dt, double wheel_speed, double load) {
  if (points_ == 0 || settling_ > 0.0) return;
  const double fastest = parameters_.engine.speeds[points_ - 1];
  const double up = fastest * (MIN_UPSHIFT_SPEED + (MAX_UPSHIFT_SPEED - MIN_UPSHIFT_SPEED) * load);
  const int before = gear_;
  while (gear_ < gears_ && wheel_speed * ratio_of(gear_) > up) ++gear_;
  while (gear_ > 1 && wheel_speed * ratio_of(gear_ - 1) < DOWNSHIFT_SHARE * up) --gear_;
  if (gear_ == before) return;
  shifting_ = parameters_.gearbox.shift_time;
  settling_ = SETTLING + dt;
}

double Powertrain::ratio_of(int gear) const {
  const double ratio = parameters_.gearbox.ratios[gear - 1];
  return parameters_.gearbox.final_ratio * (ratio > 0.0 ? ratio : 1.0);
}

double Powertrain::ratio() const {
  if (lever_ == NEUTRAL) return 0.0;
  if (lever_ != REVERSE) return ratio_of(gear_);
  const double reverse = parameters_.gearbox.reverse_ratio;
  return reverse > 0.0 ? -reverse * parameters_.gearbox.final_ratio : -ratio_of(1);
}

int Powertrain::gear() const { return lever_ == NEUTRAL ? 0 : lever_ == REVERSE ? -1 : gear_; }

double Powertrain::inertia() const {
  return shifting_ > 0.0 ? 0.0 : parameters_.engine.inertia * ratio() * ratio();
}

double Powertrain::torque(double speed) const {
  const auto& [speeds, torques] = std::tie(parameters_.engine.speeds, parameters_.engine.torques);
  const auto above = std::upper_bound(speeds.begin(), speeds.begin() + points_, speed);
  const auto index = above - speeds.begin();
  if (index == 0) return torques.front();
  if (index == points_) return torques[points_ - 1];
  const double share = (speed - speeds[index - 1]) / (speeds[index] - speeds[index - 1]);
  return torques[index - 1] + share * (torques[index] - torques[index - 1]);
}

void Powertrain::engage(double wheel_speed) {
  const auto& [drive, engine] = std::tie(parameters_.drive, parameters_.engine);
  const double ratio = this->ratio();
  const double forwards = ratio < 0.0 ? -1.0 : 1.0;
  const double turning = wheel_speed * forwards;
  most_ = overrun_ = 0.0;
  if (points_ == 0) {
    engine_speed_ = turning;
    if (ratio == 0.0) return;
    const double radius = parameters_.wheel.radius;
    const double power = turning > 0.0 ? drive.max_power / turning : ANY_POWER;
    if (turning * radius <= FASTEST * parameters_.speed_control.max_speed)
      most_ = forwards * std::min(drive.max_torque, power);
    overrun_ = -drive.overrun_torque * std::clamp(wheel_speed * radius / CREEP, -1.0, 1.0);
    return;
  }
  const double fastest = engine.speeds[points_ - 1];
  engine_speed_ = std::max(wheel_speed * ratio, engine.idle_speed);
  if (ratio == 0.0 || shifting_ > 0.0) return;
  if (engine_speed_ <= fastest)
    most_ = forwards *
            std::min(torque(engine_speed_) * std::abs(ratio) * parameters_.gearbox.efficiency,
                     drive.max_torque);
  const double share = (engine_speed_ - engine.idle_speed) / (fastest - engine.idle_speed);
  overrun_ = -engine.braking_torque * share * ratio;
}

double Powertrain::limited(double torque) const {
  if (points_ == 0) return std::copysign(std::min(std::abs(torque), std::abs(most_)), torque);
  const auto [least, most] = std::minmax(most_, overrun_);
  return std::clamp(torque, std::min(least, 0.0), std::max(most, 0.0));
}

}  // namespace sim::vehicle
