// The tree of triangles against each triangle tried alone and against shapes of known size.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "laws/sensors/triangle_tree.h"

using doctest::Approx;
using sim::cross;
using sim::dot;
using sim::operator-;
using sim::Triangle;
using sim::TriangleHit;
using sim::Vector;

namespace {

constexpr double FAR = std::numeric_limits<double>::infinity();

Vector unit(const Vector& vector) {
  const double length = std::sqrt(dot(vector, vector));
  return {vector[0] / length, vector[1] / length, vector[2] / length};
}

class Draws {
 public:
  explicit Draws(unsigned seed) : generator_(seed) {}
  double number(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(generator_);
  }
  Vector vector(double most) {
    return {number(-most, most), number(-most, most), number(-most, most)};
  }
  Vector direction() {
    std::normal_distribution<double> normal;
    return unit({normal(generator_), normal(generator_), normal(generator_)});
  }

 private:
  std::mt19937 generator_;
};

// By the triangle's plane, and by the sides of its edges on which the plane's point lies.
TriangleHit hit_alone(const Triangle& triangle, const Vector& from, const Vector& along) {
  const auto& [a, b, c] = triangle.corners;
  const Vector normal = cross(b - a, c - a);
  const double range = dot(a - from, normal) / dot(along, normal);
  const Vector point = {from[0] + range * along[0], from[1] + range * along[1],
                        from[2] + range * along[2]};
  const bool inside = dot(cross(b - a, point - a), normal) >= 0.0 &&
                      dot(cross(c - b, point - b), normal) >= 0.0 &&
                      dot(cross(a - c, point - c), normal) >= 0.0;
  if (!inside || !(range > 0.0)) return {};
  return {range, std::abs(dot(along, normal)) / std::sqrt(dot(normal, normal)), triangle.grey};
}

// A surface of revolution about z through rings of (z, radius), or a box for four sides.
std::vector<Triangle> turned(const std::vector<std::array<double, 2>>& rings, int sides) {
  std::vector<Triangle> triangles;
  const auto at = [&](std::size_t ring, int k) {
    const double angle = 2.0 * M_PI * (k % sides + 0.5) / sides;
    return Vector{rings[ring][1] * std::cos(angle), rings[ring][1] * std::sin(angle),
                  rings[ring][0]};
  };
  for (std::size_t ring = 1; ring < rings.size(); ++ring) {
    for (int k = 0; k < sides; ++k) {
      triangles.push_back({{at(ring - 1, k), at(ring - 1, k + 1), at(ring, k + 1)}, 1.0f});
      triangles.push_back({{at(ring - 1, k), at(ring, k + 1), at(ring, k)}, 1.0f});
    }
  }
  return triangles;
}

}  // namespace

TEST_CASE("a ray meets the nearest of scattered triangles") {
  for (const int count : {1, 3, 40, 700}) {
    Draws draws(count);
    std::vector<Triangle> triangles;
    for (int k = 0; k < count; ++k) {
      Triangle triangle{{}, static_cast<float>(draws.number(0.0, 1.0))};
      const Vector middle = draws.vector(10.0);
      for (Vector& corner : triangle.corners) corner = middle - draws.vector(3.0);
      triangles.push_back(triangle);
    }
    const sim::TriangleTree tree(triangles);
    int hits = 0;
    for (int ray = 0; ray < 1500; ++ray) {
      const Vector from = draws.vector(12.0);
      const Vector& corner = triangles[ray % count].corners[0];
      // At random, or close by a corner.
      const Vector along =
          ray % 3 == 0 ? draws.direction() : unit(corner - from - draws.vector(1.0));
      TriangleHit expected, found;
      for (const Triangle& triangle : triangles) {
        const TriangleHit hit = hit_alone(triangle, from, along);
        if (hit.range < expected.range) expected = hit;
      }
      tree.cast(from, along, found);
      if (expected.range == FAR) {
        CHECK(found.range == FAR);
        continue;
      }
      ++hits;
      CHECK(found.range == Approx(expected.range).epsilon(1e-9));
      CHECK(found.cosine == Approx(expected.cosine).epsilon(1e-9));
      CHECK(found.grey == expected.grey);
    }
    CHECK(hits > 20);
  }
}

TEST_CASE("what lies beyond a hit is not met") {
  const sim::TriangleTree tree(turned({{-1.0, 0.0}, {-1.0, 2.0}}, 64));
  TriangleHit hit;
  hit.range = 0.9;
  tree.cast({0.1, 0.2, 0.0}, {0.0, 0.0, -1.0}, hit);
  CHECK(hit.range == 0.9);
}

TEST_CASE("no ray slips out of a closed shape") {
  std::vector<std::array<double, 2>> sphere;
  for (int k = 0; k <= 32; ++k) {
    const double slope = M_PI * (k / 32.0 - 0.5);
    sphere.push_back({1.5 * std::sin(slope), 1.5 * std::cos(slope)});
  }
  const double half = std::sqrt(0.5);
  const struct {
    std::vector<Triangle> triangles;
    double least, most;
  } shapes[] = {
      {turned({{-half, 0.0}, {-half, 1.0}, {half, 1.0}, {half, 0.0}}, 4), half, std::sqrt(1.5)},
      {turned(sphere, 64), 1.49, 1.5},
      {turned({{-1.0, 0.0}, {-1.0, 1.0}, {1.0, 1.0}, {1.0, 0.0}}, 64), 0.998, std::sqrt(2.0)}};
  for (const auto& [triangles, least, most] : shapes) {
    const sim::TriangleTree tree(triangles);
    Draws draws(1);
    for (int ray = 0; ray < 3006; ++ray) {
      Vector along = draws.direction();
      if (ray < 6) {
        along = {};
        along[ray / 2] = ray % 2 ? -1.0 : 1.0;
      }
      TriangleHit hit;
      tree.cast({0.0, 0.0, 0.0}, along, hit);
      CHECK(hit.range >= least - 1e-9);
      CHECK(hit.range <= most + 1e-9);
    }
  }
}
