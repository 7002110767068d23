#include "laws/vehicle/contact.h"

#include <cmath>
#include <vector>

namespace sim::vehicle {

Vector in_world(const Rotation& pose, const Vector& point) {
  const auto [xx, yx, zx, xy, yy, zy, xz, yz, zz] = pose;
  const auto [x, y, z] = point;
  return {xx * x + yx * y + zx * z, xy * x + yy * y + zy * z, xz * x + yz * y + zz * z};
}

Vector ground_normal(const Patches& patches, const Vector& up) {
  std::vector<Vector> touching;
  for (const auto& patch : patches) {
    if (patch) touching.push_back(*patch);
  }
  Vector first, second, third, fourth;
  if (touching.size() == 4) {
    first = touching[3], second = touching[0], third = touching[2], fourth = touching[1];
  } else if (touching.size() == 3) {
    first = touching[0], second = touching[1], third = touching[0], fourth = touching[2];
  } else {
    return up;
  }
  const double ax = second[0] - first[0], ay = second[1] - first[1], az = second[2] - first[2];
  const double bx = fourth[0] - third[0], by = fourth[1] - third[1], bz = fourth[2] - third[2];
  const double nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
  const double upright = nx * up[0] + ny * up[1] + nz * up[2];
  const double size = std::sqrt(nx * nx + ny * ny + nz * nz);
  const double scale = std::copysign(1.0 / (size != 0.0 ? size : 1.0), upright);
  // A wall or a kerb under one wheel is not ground to stand on: past 45 degrees the body's own axis
  // is a better guess.
  if (upright * scale < 0.7) return up;
  return {nx * scale, ny * scale, nz * scale};
}

std::pair<Vector, Vector> ground_axes(const Vector& forward, const Vector& normal) {
  const auto [nx, ny, nz] = normal;
  const double along = forward[0] * nx + forward[1] * ny + forward[2] * nz;
  double fx = forward[0] - along * nx, fy = forward[1] - along * ny, fz = forward[2] - along * nz;
  const double scale = 1.0 / std::sqrt(fx * fx + fy * fy + fz * fz);
  fx = fx * scale, fy = fy * scale, fz = fz * scale;
  return {{fx, fy, fz}, {ny * fz - nz * fy, nz * fx - nx * fz, nx * fy - ny * fx}};
}

}  // namespace sim::vehicle
