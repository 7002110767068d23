#include "laws/sensors/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace sim {
namespace {

constexpr std::size_t MAX_LEAF_TRIANGLES = 4;
constexpr std::size_t MAX_DEPTH = 64;
constexpr double UNBOUNDED = std::numeric_limits<double>::infinity();
// Share of its size by which a triangle is enlarged beyond its edges and a box beyond its sides, so
// that no ray passes between two of them.
constexpr double SEAM = 1e-9;
// Triangles that are thinner, as a share of their length, are left out: rounding decides what meets
// them.
constexpr double SLIVER = 1e-12;

double middle(const Triangle& triangle, int axis) {
  const auto& corners = triangle.corners;
  return (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0;
}

double length(const Vector& vector) { return std::sqrt(dot(vector, vector)); }

// Return 1 / component; finite also for rays parallel to a box's side.
double inverse_of(double component) {
  return 1.0 / (std::abs(component) > 1e-300 ? component : 1e-300);
}

}  // namespace

TriangleTree::TriangleTree(const std::vector<Triangle>& triangles) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < triangles.size(); ++k) {
    const auto& c = triangles[k].corners;
    const Vector first = c[1] - c[0], second = c[2] - c[0];
    if (length(cross(first, second)) > SLIVER * (dot(first, first) + dot(second, second)))
      order.push_back(k);
  }
  if (order.empty()) return;
  build(order, 0, order.size(), triangles);
  for (const auto k : order) {
    const auto& c = triangles[k].corners;
    const Vector first = c[1] - c[0], second = c[2] - c[0];
    Vector normal = cross(first, second);
    const double size = length(normal);
    for (double& component : normal) component /= size;
    faces_.push_back({c[0], first, second, normal, triangles[k].grey, triangles[k].reflectivity,
                      triangles[k].part});
  }
  low_ = nodes_[0].low;
  high_ = nodes_[0].high;
}

void TriangleTree::build(std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
                         const std::vector<Triangle>& triangles) {
  Node node{{UNBOUNDED, UNBOUNDED, UNBOUNDED},
            {-UNBOUNDED, -UNBOUNDED, -UNBOUNDED},
            static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(end - begin)};
  Vector low = node.low, high = node.high;
  for (std::size_t k = begin; k < end; ++k) {
    const Triangle& triangle = triangles[order[k]];
    for (const Vector& corner : triangle.corners) {
      for (int axis = 0; axis < 3; ++axis) {
        node.low[axis] = std::min(node.low[axis], corner[axis]);
        node.high[axis] = std::max(node.high[axis], corner[axis]);
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], middle(triangle, axis));
      high[axis] = std::max(high[axis], middle(triangle, axis));
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double seam = SEAM * (node.high[axis] - node.low[axis] + 1.0);
    node.low[axis] -= seam;
    node.high[axis] += seam;
  }
  const std::size_t self = nodes_.size();
  nodes_.push_back(node);
  if (end - begin <= MAX_LEAF_TRIANGLES) return;
  const Vector size = high - low;
  const int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  const std::size_t half = begin + (end - begin) / 2;
  const auto place = [&](std::size_t k) {
    return std::next(order.begin(), static_cast<std::ptrdiff_t>(k));
  };
  std::nth_element(place(begin), place(half), place(end), [&](auto a, auto b) {
    return middle(triangles[a], axis) < middle(triangles[b], axis);
  });
  build(order, begin, half, triangles);
  nodes_[self].next = static_cast<std::uint32_t>(nodes_.size());
  nodes_[self].count = 0;
  build(order, half, end, triangles);
}

void TriangleTree::cast(const Vector& from, const Vector& along, TriangleHit& hit) const {
  if (faces_.empty()) return;
  const Vector inverse = {inverse_of(along[0]), inverse_of(along[1]), inverse_of(along[2])};
  // Distance at which the ray enters a box; infinity outside its range.
  const auto entry = [&](const Node& node) {
    double near = 0.0, far = hit.range;
    for (int axis = 0; axis < 3; ++axis) {
      const double a = (node.low[axis] - from[axis]) * inverse[axis];
      const double b = (node.high[axis] - from[axis]) * inverse[axis];
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
      const Vector across = cross(along, face.second), offset = from - face.corner;
      const double determinant = dot(face.first, across);
      if (determinant == 0.0) continue;
      const double u = dot(offset, across) / determinant;
      if (u < -SEAM || u > 1.0 + SEAM) continue;
      const Vector turned = cross(offset, face.first);
      const double v = dot(along, turned) / determinant;
      if (v < -SEAM || u + v > 1.0 + SEAM) continue;
      const double range = dot(face.second, turned) / determinant;
      if (range > 0.0 && range < hit.range)
        hit = {range, std::abs(dot(along, face.normal)), face.grey, face.reflectivity, face.part};
    }
  }
}

}  // namespace sim
