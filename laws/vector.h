// Vectors of three components.
#pragma once

#include <array>

namespace sim {

using Vector = std::array<double, 3>;

inline Vector operator-(const Vector& one, const Vector& other) {
  return {one[0] - other[0], one[1] - other[1], one[2] - other[2]};
}

inline double dot(const Vector& one, const Vector& other) {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

inline Vector cross(const Vector& one, const Vector& other) {
  return {one[1] * other[2] - one[2] * other[1], one[2] * other[0] - one[0] * other[2],
          one[0] * other[1] - one[1] * other[0]};
}

}  // namespace sim
