// Four suspensions on tyres that give way: springs and dampers in series with the tyres' springs,
// as a quarter car without a wheel's mass.
#pragma once

#include <array>
#include <cstddef>

#include "vehicle/law/parameters.h"

namespace sim::vehicle {

class Struts {
 public:
  explicit Struts(const VehicleParameters& parameters);

  // Compressed as at rest.
  void reset() { compressions_ = at_rest_; }

  // Makes a step, m that each suspension and its tyre are compressed by together, 0 in the air. By
  // implicit Euler, so that a stiff tyre asks for no smaller steps.
  void step(double dt, const std::array<double, 4>& gaps);

  // What a wheel carries, N.
  double load(std::size_t index) const { return loads_[index]; }

  // How far a suspension is out of its place at rest, m.
  double extension(std::size_t index) const { return at_rest_[index] - compressions_[index]; }

 private:
  Suspension suspension_;
  double tyre_, track_;
  std::array<double, 4> at_rest_{}, compressions_{}, loads_{};
};

}  // namespace sim::vehicle
