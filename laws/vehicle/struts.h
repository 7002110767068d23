// Four suspensions on tyres that give way: quarter cars, with or without a mass of each wheel,
// whose body moves as the vehicle does.
#pragma once

#include <array>
#include <cstddef>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

class Struts {
 public:
  explicit Struts(const VehicleParameters& parameters);

  // Compressed as at rest.
  void reset();

  // Makes a step, m that each suspension and its tyre are compressed by together, 0 in the air, and
  // m/s at which its mount rises. By implicit Euler, so that a stiff tyre asks for no smaller
  // steps.
  void step(double dt, const std::array<double, 4>& gaps, const std::array<double, 4>& rising);

  // What a wheel's tyre bears, N.
  double load(std::size_t index) const { return loads_[index]; }

  // What its suspension pushes the body with, N, that has the wheel's mass within its own: as much
  // more as that is heavier than what is sprung.
  double push(std::size_t index) const { return pushes_[index]; }

  // How far a suspension is out of its place at rest, m.
  double extension(std::size_t index) const { return at_rest_[index] - compressions_[index]; }

 private:
  // Where a suspension and its tyre balance, without a mass between them.
  double balance(std::size_t index, double dt, double gap, double roll) const;
  // Where a wheel that has a mass comes to.
  double swing(std::size_t index, double dt, double gap, double rising, double roll);
  // What bump stops add at a compression: N/m, and the N of the spring that begins there.
  struct Stop {
    double stiffness, offset;
  };
  Stop stop(double compression) const;

  Suspension suspension_;
  double tyre_, mass_, track_;
  std::array<double, 2> carried_;
  std::array<double, 4> at_rest_{}, compressions_{}, loads_{}, pushes_{};
  // Of wheels that have a mass, upwards, m/s.
  std::array<double, 4> speeds_{};
};

}  // namespace sim::vehicle
