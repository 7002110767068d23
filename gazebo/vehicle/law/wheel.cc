#include "vehicle/law/wheel.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {

double suspension_force(double k, double d, double x, double x_dot) {
  if (x <= 0.0) return 0.0;
  const double force = k * x - d * x_dot;
  return force > 0.0 ? force : 0.0;
}

double rolling_force(double torque, double radius, double v_roll, double normal, double c_rr,
                     double smooth) {
  double sign = v_roll / smooth;
  if (sign > 1.0) {
    sign = 1.0;
  } else if (sign < -1.0) {
    sign = -1.0;
  }
  return torque / radius - sign * normal * c_rr;
}

double turning_force(double mass, double v_slip, double time_constant) {
  return -mass * v_slip / time_constant;
}

bool friction_circle(Tangential& force, double mu, double normal) {
  const double limit = mu * normal;
  const double size = std::sqrt(force.forward * force.forward + force.left * force.left);
  if (size <= limit) return false;
  const double scale = limit / size;
  force.forward *= scale;
  force.left *= scale;
  return true;
}

void WheelDynamics::reset() { speed_ = angle_ = stuck_long_ = stuck_lat_ = 0.0; }

Tangential WheelDynamics::contact_force(double dt, double v_roll, double v_slip, double normal,
                                        double drive_torque, double brake_torque) {
  const Wheel& wheel = parameters_;
  // An explicit step of the viscous laws is stable only well above the step; the body's roll and
  // yaw take up to twice the margin.
  const double time_constant = std::max(wheel.slip_time_constant, 2.0 * dt);
  const double spring = mass_ / (4.0 * time_constant * time_constant);
  const double slow = wheel.standstill_speed;
  const bool creeping = -slow < v_roll && v_roll < slow;
  const double stuck_long = creeping && brake_torque > 0.0 ? stuck_long_ + v_roll * dt : 0.0;
  const double stuck_lat =
      creeping && -slow < v_slip && v_slip < slow ? stuck_lat_ + v_slip * dt : 0.0;

  Tangential force;
  force.forward =
      rolling_force(drive_torque, wheel.radius, v_roll, normal, wheel.rolling_resistance, slow);
  if (brake_torque > 0.0) {
    const double limit = brake_torque / wheel.radius;
    const double hold = mass_ * v_roll / time_constant + spring * stuck_long;
    force.forward -= std::min(std::max(hold, -limit), limit);
  }
  force.left = turning_force(mass_, v_slip, time_constant) - spring * stuck_lat;
  // A sliding tyre stores no further deflection, or it would spring back once it grips.
  if (!friction_circle(force, wheel.friction, normal)) {
    stuck_long_ = stuck_long;
    stuck_lat_ = stuck_lat;
  }
  speed_ = v_roll / wheel.radius;
  angle_ += speed_ * dt;
  return force;
}

void WheelDynamics::spin(double dt, double drive_torque, double brake_torque) {
  const double inertia = parameters_.inertia;
  const double speed = speed_ + drive_torque / inertia * dt;
  const double loss = brake_torque / inertia * dt;
  speed_ = std::copysign(std::max(std::abs(speed) - loss, 0.0), speed);
  angle_ += speed_ * dt;
  stuck_long_ = stuck_lat_ = 0.0;
}

}  // namespace sim::vehicle
