#include "laws/vehicle/aerodynamics.h"

#include <cmath>

namespace sim::vehicle {
namespace {

Vector column(const Rotation& rotation, std::size_t which) {
  return {rotation[which], rotation[3 + which], rotation[6 + which]};
}

double along(const Vector& axis, const Vector& of) {
  return axis[0] * of[0] + axis[1] * of[1] + axis[2] * of[2];
}

Vector scaled(double by, const Vector& of) { return {by * of[0], by * of[1], by * of[2]}; }

}  // namespace

void Wrench::add(const Vector& push, const Vector& point) {
  const auto [fx, fy, fz] = push;
  const auto [px, py, pz] = point;
  force[0] += fx;
  force[1] += fy;
  force[2] += fz;
  torque[0] += py * fz - pz * fy;
  torque[1] += pz * fx - px * fz;
  torque[2] += px * fy - py * fx;
}

void add_air(Wrench& wrench, const VehicleParameters& parameters, const Rotation& rotation,
             const Vector& airspeed) {
  const Aerodynamics& air = parameters.aerodynamics;
  const auto [vx, vy, vz] = airspeed;
  const Vector forward = column(rotation, 0), left = column(rotation, 1), up = column(rotation, 2);
  const Vector center = scaled(air.center, up);
  const double speed = std::sqrt(vx * vx + vy * vy + vz * vz);
  wrench.add(scaled(-0.5 * AIR * air.drag_area * speed, airspeed), center);
  if (air.side_area > 0.0) {
    const double more = air.side_area - air.drag_area;
    const double push = -0.5 * AIR * more * speed * along(left, airspeed);
    wrench.add(scaled(push, left), center);
  }
  const double ahead = along(forward, airspeed), pressure = 0.5 * AIR * ahead * ahead;
  const auto lift = [&](double area, double x) {
    if (area != 0.0) wrench.add(scaled(pressure * area, up), scaled(x, forward));
  };
  lift(air.front_lift_area, parameters.front_axle_x);
  lift(air.rear_lift_area, parameters.rear_axle_x);
}

}  // namespace sim::vehicle
