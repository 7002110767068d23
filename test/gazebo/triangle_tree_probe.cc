// Casts rays at triangles, for test_triangle_tree_cc.py: the number of triangles, their corners and
// greys, then rays "X Y Z DX DY DZ", on stdin; prints range, cosine and grey of each ray's hit.
#include <iomanip>
#include <iostream>

#include "sensors/rays/triangle_tree.h"

int main() {
  std::size_t count;
  std::cin >> count;
  std::vector<sim::Triangle> triangles(count);
  for (auto& triangle : triangles) {
    for (auto& corner : triangle.corners) std::cin >> corner.X() >> corner.Y() >> corner.Z();
    std::cin >> triangle.grey;
  }
  const sim::TriangleTree tree(triangles);
  ignition::math::Vector3d from, along;
  std::cout << std::setprecision(15);
  while (std::cin >> from.X() >> from.Y() >> from.Z() >> along.X() >> along.Y() >> along.Z()) {
    sim::TriangleHit hit;
    tree.cast(from, along, hit);
    std::cout << hit.range << " " << hit.cosine << " " << hit.grey << "\n";
  }
}
