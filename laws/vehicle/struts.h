// Four suspensions on elastic tyres: quarter cars, with or without a mass of each wheel, under the
// body of the vehicle.
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

  // Make a step. `gaps` are the m by which each suspension and its tyre are compressed together, 0
  // in the air; `rising` the m/s at which its mount rises. Method: implicit Euler, so that a stiff
  // tyre needs no smaller steps.
  void step(double dt, const std::array<double, 4>& gaps, const std::array<double, 4>& rising);

  // Return the load on a wheel's tyre, N.
  double load(std::size_t index) const { return loads_[index]; }

  // Return the force of the suspension on the body, N. The body's mass includes the wheel's mass;
  // the force is therefore larger by the ratio of this mass to the sprung mass.
  double push(std::size_t index) const { return pushes_[index]; }

  // Return the extension of a suspension from its rest position, m.
  double extension(std::size_t index) const { return at_rest_[index] - compressions_[index]; }

 private:
  // Return the balance of a suspension and its tyre, without a mass between them.
  double balance(std::size_t index, double dt, double gap, double roll) const;
  // Return the new position of a wheel with a mass.
  double swing(std::size_t index, double dt, double gap, double rising, double roll);
  // Contribution of bump stops at a compression: stiffness in N/m, and the offset in N of the
  // spring that begins there.
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
