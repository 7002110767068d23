// A vehicle with its readings in memory that Python reads without a call for each.
#pragma once

#include "laws/interface.h"
#include "laws/vehicle/vehicle.h"

namespace sim::vehicle {

constexpr int READINGS = 4 + 4 + 4 + 2 + 8 + 8 + 6 + 8 + 8 + 6 + 6 + 3;

class SIM_VISIBLE DrivenVehicle {
 public:
  // Writes into `readings` (READINGS,), which must outlive it.
  DrivenVehicle(const VehicleParameters& parameters, const TyreChoice& tyre, double* readings);

  Wrench step(double time, double dt, const Rotation& rotation, const Vector& linear_velocity,
              const Vector& angular_velocity, const Ground& ground);

  void write_readings();

  Vehicle law;

 private:
  double* readings_;
};

}  // namespace sim::vehicle
