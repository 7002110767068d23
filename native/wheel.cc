// The laws of a wheel, an actuator, steering and odometry alone, as src/sim/laws has them.
#include "interface.h"
#include "vehicle/law/actuators.h"
#include "vehicle/law/odometry.h"
#include "vehicle/law/steering.h"
#include "vehicle/law/wheel.h"

using sim::vehicle::Actuator;
using sim::vehicle::Odometry;
using sim::vehicle::Tangential;
using sim::vehicle::WheelDynamics;

SIM_INTERFACE double sim_suspension_force(double k, double d, double x, double x_dot) {
  return sim::vehicle::suspension_force(k, d, x, x_dot);
}

SIM_INTERFACE double sim_rolling_force(double torque, double radius, double v_roll, double normal,
                                       double c_rr, double smooth) {
  return sim::vehicle::rolling_force(torque, radius, v_roll, normal, c_rr, smooth);
}

SIM_INTERFACE double sim_turning_force(double mass, double v_slip, double time_constant) {
  return sim::vehicle::turning_force(mass, v_slip, time_constant);
}

// Scales force (2,).
SIM_INTERFACE void sim_friction_circle(double* force, double mu, double normal) {
  Tangential tangential{force[0], force[1]};
  sim::vehicle::friction_circle(tangential, mu, normal);
  force[0] = tangential.forward, force[1] = tangential.left;
}

SIM_INTERFACE WheelDynamics* sim_wheel_new(const double* numbers, double mass) {
  return new WheelDynamics({numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]},
                           mass);
}

SIM_INTERFACE void sim_wheel_delete(WheelDynamics* wheel) { delete wheel; }

// Writes force (2,).
SIM_INTERFACE void sim_wheel_contact_force(WheelDynamics* wheel, double dt, double v_roll,
                                           double v_slip, double normal, double drive_torque,
                                           double brake_torque, double* force) {
  const Tangential found =
      wheel->contact_force(dt, v_roll, v_slip, normal, drive_torque, brake_torque);
  force[0] = found.forward, force[1] = found.left;
}

SIM_INTERFACE void sim_wheel_spin(WheelDynamics* wheel, double dt, double drive_torque,
                                  double brake_torque) {
  wheel->spin(dt, drive_torque, brake_torque);
}

SIM_INTERFACE double sim_wheel_speed(const WheelDynamics* wheel) { return wheel->speed(); }

SIM_INTERFACE Actuator* sim_actuator_new(double lower, double upper, double max_rate,
                                         double time_constant, double delay) {
  return new Actuator(lower, upper, max_rate, time_constant, delay);
}

SIM_INTERFACE void sim_actuator_delete(Actuator* actuator) { delete actuator; }

SIM_INTERFACE void sim_actuator_reset(Actuator* actuator, double value) { actuator->reset(value); }

SIM_INTERFACE double sim_actuator_update(Actuator* actuator, double demand, double dt) {
  return actuator->update(demand, dt);
}

SIM_INTERFACE void sim_ackermann_angles(double steering_angle, double wheelbase, double track,
                                        double* angles) {
  const auto [left, right] = sim::vehicle::ackermann_angles(steering_angle, wheelbase, track);
  angles[0] = left, angles[1] = right;
}

SIM_INTERFACE double sim_steering_for_twist(double speed, double yaw_rate, double wheelbase) {
  return sim::vehicle::steering_for_twist(speed, yaw_rate, wheelbase);
}

SIM_INTERFACE double sim_yaw_rate(double speed, double steering_angle, double wheelbase) {
  return sim::vehicle::yaw_rate(speed, steering_angle, wheelbase);
}

SIM_INTERFACE Odometry* sim_odometry_new(double wheelbase, double rear_axle_x) {
  return new Odometry(wheelbase, rear_axle_x);
}

SIM_INTERFACE void sim_odometry_delete(Odometry* odometry) { delete odometry; }

// Writes x, y, yaw, speed, lateral_speed, yaw_rate (6,).
SIM_INTERFACE void sim_odometry_update(Odometry* odometry, double dt, double rear_speed,
                                       double steering_angle, double* readings) {
  odometry->update(dt, rear_speed, steering_angle);
  const double values[] = {
      odometry->x,       odometry->y, odometry->yaw, odometry->speed, odometry->lateral_speed,
      odometry->yaw_rate};
  for (const double value : values) *readings++ = value;
}
