// Angles as numpy has them, to the last bit.
#pragma once

#include <cmath>

namespace sim {

// The remainder with the divisor's sign, as Python has it.
inline double remainder_of(double value, double divisor) {
  // The same result as std::fmod for angles within two turns, but faster: std::fmod would take
  // longer than the rest of a pose. The difference of two numbers within a factor of two is exact.
  const bool near = std::abs(value) < 2.0 * std::abs(divisor);
  const bool once = std::abs(value) >= std::abs(divisor);
  const double turn = std::copysign(divisor, value);
  const double rest = near ? (once ? value - turn : value) : std::fmod(value, divisor);
  if (rest == 0.0) return std::copysign(0.0, divisor);
  return (divisor < 0.0) != (rest < 0.0) ? rest + divisor : rest;
}

// The same angle within [-pi, pi).
inline double wrapped(double angle) {
  constexpr double PI = 3.14159265358979323846;
  return remainder_of(angle + PI, 2.0 * PI) - PI;
}

}  // namespace sim
