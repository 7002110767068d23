#include "laws/vehicle/wheel_odometry.h"

#include <cmath>
#include <utility>

namespace sim::vehicle {
namespace {

// m^2, rad^2 at the beginning: a covariance can be inverted.
constexpr double NOTHING = 1e-9;

}  // namespace

WheelOdometry::WheelOdometry(const VehicleParameters& parameters)
    : errors_(parameters.odometry),
      left_radius_(parameters.wheel.radius *
                   (1.0 + errors_.radius_error + 0.5 * errors_.radius_difference)),
      right_radius_(parameters.wheel.radius *
                    (1.0 + errors_.radius_error - 0.5 * errors_.radius_difference)),
      track_(parameters.track * (1.0 + errors_.track_error)),
      ahead_(-parameters.rear_axle_x),
      generator_(seed_) {
  reset();
}

void WheelOdometry::seed(std::uint64_t seed) {
  seed_ = seed;
  reset();
}

void WheelOdometry::reset() {
  x = y = yaw = 0.0;
  speed = lateral_speed = yaw_rate = 0.0;
  covariance = {NOTHING, 0.0, 0.0, NOTHING, 0.0, NOTHING};
  generator_.seed(seed_);
  has_spare_ = false;
}

void WheelOdometry::update(double dt, double left, double right) {
  const double to_left = left_radius_ * left * dt, to_right = right_radius_ * right * dt;
  speed = 0.5 * (to_left + to_right) / dt;
  yaw_rate = (to_right - to_left) / track_ / dt;
  lateral_speed = ahead_ * yaw_rate;
  const double left_variance = errors_.distance_noise * std::abs(to_left),
               right_variance = errors_.distance_noise * std::abs(to_right);
  // A car that stands draws nothing.
  const double left_way =
      left_variance > 0.0 ? to_left + std::sqrt(left_variance) * draw() : to_left;
  const double right_way =
      right_variance > 0.0 ? to_right + std::sqrt(right_variance) * draw() : to_right;
  const double forward = 0.5 * (left_way + right_way), turn = (right_way - left_way) / track_;
  const double middle = yaw + 0.5 * turn;
  spread(forward, turn, middle, left_variance, right_variance);
  const double across = ahead_ * turn, cos = std::cos(middle), sin = std::sin(middle);
  x += forward * cos - across * sin;
  y += forward * sin + across * cos;
  yaw = std::remainder(yaw + turn, 2.0 * M_PI);
}

std::array<double, 3> WheelOdometry::twist_variances() const {
  const auto square = [](double of) { return of * of; };
  return {square(0.01 + 0.01 * std::abs(speed)), square(0.01 + 0.02 * std::abs(speed)),
          square(0.005 + 0.02 * std::abs(yaw_rate))};
}

// Sigma <- F Sigma F^T + G diag(left, right) G^T, F and G the derivatives of the step by the pose
// and by the ways of the wheels.
void WheelOdometry::spread(double forward, double turn, double middle, double left, double right) {
  const double cos = std::cos(middle), sin = std::sin(middle), across = ahead_ * turn;
  const double x_yaw = -forward * sin - across * cos, y_yaw = forward * cos - across * sin;
  auto& [xx, xy, xt, yy, yt, tt] = covariance;
  xx += 2.0 * x_yaw * xt + x_yaw * x_yaw * tt;
  xy += x_yaw * yt + y_yaw * xt + x_yaw * y_yaw * tt;
  yy += 2.0 * y_yaw * yt + y_yaw * y_yaw * tt;
  xt += x_yaw * tt;
  yt += y_yaw * tt;
  for (const auto& [variance, sign] : {std::pair{left, -1.0}, std::pair{right, 1.0}}) {
    const double by_turn = sign / track_;
    const double gx = 0.5 * cos - by_turn * (ahead_ * sin - 0.5 * x_yaw),
                 gy = 0.5 * sin + by_turn * (ahead_ * cos + 0.5 * y_yaw), gt = by_turn;
    xx += variance * gx * gx;
    xy += variance * gx * gy;
    xt += variance * gx * gt;
    yy += variance * gy * gy;
    yt += variance * gy * gt;
    tt += variance * gt * gt;
  }
}

// Of the standard normal distribution, by the polar method [Knuth, 3.4.1]: libraries differ in
// theirs.
double WheelOdometry::draw() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const auto uniform = [this] { return static_cast<double>(generator_() >> 11) * 0x1.0p-52 - 1.0; };
  double first = 0.0, second = 0.0, size = 0.0;
  do {
    first = uniform();
    second = uniform();
    size = first * first + second * second;
  } while (size >= 1.0 || size == 0.0);
  const double scale = std::sqrt(-2.0 * std::log(size) / size);
  spare_ = scale * second;
  has_spare_ = true;
  return scale * first;
}

}  // namespace sim::vehicle
