// The lenses of Gazebo's cameras without Gazebo, for the test beside this file.
//
//   lens_probe WIDTH HEIGHT HFOV K1 K2 P1 P2 K3 CX CY
//
// prints the view, the share of dark pixels, then for each pixel its ray and its place in the view;
// then, of a picture of the view whose pixel (column, row) has the channels column % 251 and row %
// 241 and the depth column + row / 8192, the camera's colours and depth. Exit code 2 and one line
// on stderr for a lens that is refused.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "laws/sensors/lens.h"
#include "laws/sensors/remap.h"

namespace {

void print(const sim::Optics& optics) {
  const sim::View& view = optics.view;
  std::printf("%u %u %.17g %.17g %.17g %.17g %.17g\n", view.width, view.height, view.left,
              view.right, view.bottom, view.top, optics.dark());
  std::vector<std::uint8_t> colors;
  std::vector<float> depths;
  for (unsigned row = 0; row < view.height; ++row) {
    for (unsigned column = 0; column < view.width; ++column) {
      colors.push_back(static_cast<std::uint8_t>(column % 251));
      colors.push_back(static_cast<std::uint8_t>(row % 241));
      depths.push_back(static_cast<float>(column) + static_cast<float>(row) / 8192.0f);
    }
  }
  const auto seen = sim::remapped_colors(optics, colors.data(), 2);
  const auto far = sim::remapped_depths(optics, depths.data());
  for (std::size_t k = 0; k < optics.rays.size(); ++k) {
    std::printf("%.17g %.17g %.9g %.9g %d %d %.9g\n", optics.rays[k].x, optics.rays[k].y,
                optics.columns[k], optics.rows[k], seen[2 * k], seen[2 * k + 1], far[k]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 11) return 1;
  double value[11];
  for (int k = 1; k < 11; ++k) value[k] = std::atof(argv[k]);
  const sim::Lens lens{value[4], value[5], value[6], value[7], value[8], value[9], value[10]};
  try {
    print(sim::Optics(static_cast<unsigned>(value[1]), static_cast<unsigned>(value[2]), value[3],
                      lens, "camera"));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
