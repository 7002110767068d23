#include "sensors/rays/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace sim {
namespace {

using ignition::math::Vector3d;

constexpr std::size_t MAX_LEAF_TRIANGLES = 4;
constexpr std::size_t MAX_DEPTH = 64;
constexpr double UNBOUNDED = std::numeric_limits<double>::infinity();
// By how much of its size a triangle is met beyond its edges and a box beyond its sides: no ray
// slips between two.
constexpr double SEAM = 1e-9;

Vector3d middle(const Triangle& triangle) {
  return (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0;
}

// Finite also for what is parallel to a box's side.
double inverse_of(double component) {
  return 1.0 / (std::abs(component) > 1e-300 ? component : 1e-300);
}

}  // namespace

TriangleTree::TriangleTree(const std::vector<Triangle>& triangles) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < triangles.size(); ++k) {
    const auto& c = triangles[k].corners;
    if ((c[1] - c[0]).Cross(c[2] - c[0]).Length() > 0.0) order.push_back(k);
  }
  if (order.empty()) return;
  build(order, 0, order.size(), triangles);
  for (const auto k : order) {
    const auto& c = triangles[k].corners;
    const Vector3d first = c[1] - c[0], second = c[2] - c[0];
    faces_.push_back({c[0], first, second, first.Cross(second).Normalized(), triangles[k].grey,
                      triangles[k].reflectivity, triangles[k].part});
  }
  low_.Set(nodes_[0].low[0], nodes_[0].low[1], nodes_[0].low[2]);
  high_.Set(nodes_[0].high[0], nodes_[0].high[1], nodes_[0].high[2]);
}

void TriangleTree::build(std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
                         const std::vector<Triangle>& triangles) {
  Node node{{UNBOUNDED, UNBOUNDED, UNBOUNDED},
            {-UNBOUNDED, -UNBOUNDED, -UNBOUNDED},
            static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(end - begin)};
  Vector3d low(UNBOUNDED, UNBOUNDED, UNBOUNDED), high = -low;
  for (std::size_t k = begin; k < end; ++k) {
    const Triangle& triangle = triangles[order[k]];
    for (const Vector3d& corner : triangle.corners) {
      for (int axis = 0; axis < 3; ++axis) {
        node.low[axis] = std::min(node.low[axis], corner[axis]);
        node.high[axis] = std::max(node.high[axis], corner[axis]);
      }
    }
    low.Min(middle(triangle));
    high.Max(middle(triangle));
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double seam = SEAM * (node.high[axis] - node.low[axis] + 1.0);
    node.low[axis] -= seam;
    node.high[axis] += seam;
  }
  const std::size_t self = nodes_.size();
  nodes_.push_back(node);
  if (end - begin <= MAX_LEAF_TRIANGLES) return;
  const Vector3d size = high - low;
  const int axis = size.X() >= size.Y() && size.X() >= size.Z() ? 0 : size.Y() >= size.Z() ? 1 : 2;
  const std::size_t half = begin + (end - begin) / 2;
  const auto place = [&](std::size_t k) {
    return std::next(order.begin(), static_cast<std::ptrdiff_t>(k));
  };
  std::nth_element(place(begin), place(half), place(end), [&](auto a, auto b) {
    return middle(triangles[a])[axis] < middle(triangles[b])[axis];
  });
  build(order, begin, half, triangles);
  nodes_[self].next = static_cast<std::uint32_t>(nodes_.size());
  nodes_[self].count = 0;
  build(order, half, end, triangles);
}

void TriangleTree::cast(const Vector3d& from, const Vector3d& along, TriangleHit& hit) const {
  if (faces_.empty()) return;
  const double start[3] = {from.X(), from.Y(), from.Z()};
  const double inverse[3] = {inverse_of(along.X()), inverse_of(along.Y()), inverse_of(along.Z())};
  // Where the ray enters a box, infinity where it does not within the range.
  const auto entry = [&](const Node& node) {
    double near = 0.0, far = hit.range;
    for (int axis = 0; axis < 3; ++axis) {
      const double a = (node.low[axis] - start[axis]) * inverse[axis];
      const double b = (node.high[axis] - start[axis]) * inverse[axis];
      near = std::max(near, std::min(a, b));
      far = std::min(far, std::max(a, b));
    }
    return near <= far ? near : static_cast<double>(INFINITY);
  };
  std::uint32_t waiting[MAX_DEPTH];
  std::size_t count = 0;
  if (std::isinf(entry(nodes_[0]))) return;
  waiting[count++] = 0;
  while (count > 0) {
    const std::uint32_t number = waiting[--count];
    const Node& node = nodes_[number];
    if (node.count == 0) {
      const double first = entry(nodes_[number + 1]), second = entry(nodes_[node.next]);
      const bool swapped = second < first;
      const std::uint32_t nearer = swapped ? node.next : number + 1,
                          farther = swapped ? number + 1 : node.next;
      if (!std::isinf(std::max(first, second))) waiting[count++] = farther;
      if (!std::isinf(std::min(first, second))) waiting[count++] = nearer;
      continue;
    }
    // Moeller and Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
    for (std::uint32_t k = node.next; k < node.next + node.count; ++k) {
      const Face& face = faces_[k];
      const Vector3d across = along.Cross(face.second), offset = from - face.corner;
      const double determinant = face.first.Dot(across);
      if (determinant == 0.0) continue;
      const double u = offset.Dot(across) / determinant;
      if (u < -SEAM || u > 1.0 + SEAM) continue;
      const Vector3d turned = offset.Cross(face.first);
      const double v = along.Dot(turned) / determinant;
      if (v < -SEAM || u + v > 1.0 + SEAM) continue;
      const double range = face.second.Dot(turned) / determinant;
      if (range > 0.0 && range < hit.range)
        hit = {range, std::abs(along.Dot(face.normal)), face.grey, face.reflectivity, face.part};
    }
  }
}

}  // namespace sim
