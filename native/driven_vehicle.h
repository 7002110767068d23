// A vehicle whose readings lie in memory that Python sees, without a call for each.
#pragma once

#include "interface.h"
#include "vehicle/law/vehicle.h"

namespace sim::vehicle {

constexpr int READINGS = 4 + 4 + 4 + 2 + 8;

class SIM_VISIBLE DrivenVehicle {
 public:
  // Writes into `readings` (READINGS,), which must outlive it.
  DrivenVehicle(const VehicleParameters& parameters, double* readings);

  Wrench step(double time, double dt, const Rotation& rotation, const Vector& linear_velocity,
              const Vector& angular_velocity, const std::array<double, 4>& hub_distances);

  void write_readings();

  Vehicle law;

 private:
  double* readings_;
};

}  // namespace sim::vehicle
