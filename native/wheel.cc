// The laws of a wheel, an actuator, steering and odometry alone, as src/sim/laws has them.
#include <cstdio>
#include <cstring>

#include "laws/interface.h"
#include "laws/vehicle/actuators.h"
#include "laws/vehicle/odometry.h"
#include "laws/vehicle/steering.h"
#include "laws/vehicle/tyre_choice.h"
#include "laws/vehicle/wheel.h"

using sim::vehicle::Actuator;
using sim::vehicle::Odometry;
using sim::vehicle::SlipTyre;
using sim::vehicle::Tangential;
using sim::vehicle::Tyre;
using sim::vehicle::TyreChoice;
using sim::vehicle::VehicleParameters;
using sim::vehicle::WheelDynamics;

SIM_INTERFACE double sim_suspension_force(double k, double d, double x, double x_dot) {
  return sim::vehicle::suspension_force(k, d, x, x_dot);
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

namespace {

struct TyredWheel {
  WheelDynamics wheel;
  std::shared_ptr<const Tyre> tyre;
};

}  // namespace

// From all numbers of a vehicle, in the order of VehicleParameters; of its left front wheel.
SIM_INTERFACE TyredWheel* sim_wheel_new(const double* numbers, const TyreChoice* tyre) {
  VehicleParameters parameters;
  std::memcpy(static_cast<void*>(&parameters), numbers, sizeof(parameters));
  return new TyredWheel{WheelDynamics(parameters.wheel), make_tyres(*tyre, parameters)[0]};
}

SIM_INTERFACE void sim_wheel_delete(TyredWheel* wheel) { delete wheel; }

// Contact (4,) and torques (3,) as their structs have them; writes force (2,).
SIM_INTERFACE void sim_wheel_roll(TyredWheel* wheel, const double* contact, double v_roll,
                                  double v_slip, const double* torques, double* force) {
  const Tangential found = wheel->wheel.turn(
      {wheel->tyre.get(), {contact[0], contact[1], contact[2], contact[3]}, v_roll, v_slip},
      {torques[0], torques[1], torques[2]});
  force[0] = found.forward, force[1] = found.left;
}

// In steady state, of a tyre whose force follows from its slip; 0 where it does not.
SIM_INTERFACE int sim_wheel_steady(const TyredWheel* wheel, const double* contact, double kappa,
                                   double alpha, double* force) {
  const auto* const tyre = dynamic_cast<const SlipTyre*>(wheel->tyre.get());
  if (tyre == nullptr) return 0;
  const Tangential found =
      tyre->steady({contact[0], contact[1], contact[2], contact[3]}, {kappa, alpha});
  force[0] = found.forward, force[1] = found.left;
  return 1;
}

SIM_INTERFACE void sim_wheel_spin(TyredWheel* wheel, double dt, const double* torques) {
  wheel->wheel.turn({nullptr, {dt}}, {torques[0], torques[1], torques[2]});
}

SIM_INTERFACE double sim_wheel_speed(const TyredWheel* wheel) { return wheel->wheel.speed(); }

// What choose_tyre gives; null where something is wrong, which `message` (size,) then says.
SIM_INTERFACE TyreChoice* sim_tyre_choose(const char* model, const char* tir, char* message,
                                          int size) {
  try {
    return new TyreChoice(sim::vehicle::choose_tyre(model, tir));
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return nullptr;
  }
}

SIM_INTERFACE void sim_tyre_delete(TyreChoice* tyre) { delete tyre; }

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
