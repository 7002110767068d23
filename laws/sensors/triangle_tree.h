// Triangles that rays are cast at: a bounding volume hierarchy, halved at the median along the
// longest side.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "laws/vector.h"

namespace sim {

struct Triangle {
  std::array<Vector, 3> corners;
  float grey;                 // 0 to 1
  float reflectivity = 0.0f;  // of a radar's waves, as laws/sensors/reflectivity.h has it
  std::uint32_t part = 0;     // whichever the maker of the tree numbers
};

struct TriangleHit {
  double range = std::numeric_limits<double>::infinity();
  double cosine = 0.0;  // of the angle between the ray and the triangle's normal, from either side
  float grey = 0.0f, reflectivity = 0.0f;
  std::uint32_t part = 0;
};

class TriangleTree {
 public:
  explicit TriangleTree(const std::vector<Triangle>& triangles);

  bool empty() const { return faces_.empty(); }
  // Corners of the box around all triangles.
  const Vector& low() const { return low_; }
  const Vector& high() const { return high_; }

  // Cast a ray along a unit vector and replace `hit` by a nearer hit.
  void cast(const Vector& from, const Vector& along, TriangleHit& hit) const;

 private:
  struct Face {
    Vector corner, first, second, normal;  // a corner, two edges from it, unit
    float grey, reflectivity;
    std::uint32_t part;
  };
  struct Node {
    std::array<double, 3> low, high;
    // Of a leaf its first face and their count, of others their second child and 0; the first child
    // follows its parent.
    std::uint32_t next, count;
  };

  void build(std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
             const std::vector<Triangle>& triangles);

  std::vector<Face> faces_;
  std::vector<Node> nodes_;
  Vector low_, high_;
};

}  // namespace sim
