// Lenses with Brown's distortion as C functions; src/sim/embedded/cameras/lens.py calls them.
#include "laws/sensors/lens.h"

#include <algorithm>
#include <cstdint>

#include "laws/input_error.h"
#include "laws/interface.h"

using sim::Optics;
using sim::Ray;

namespace {

// Of k1, k2, p1, p2, k3 and the center (7,).
sim::Lens lens_of(const double* values) {
  return {values[0], values[1], values[2], values[3], values[4], values[5], values[6]};
}

}  // namespace

// Write f, cx and cy (3,), pixels, of a camera.
SIM_INTERFACE void sim_intrinsics(int width, int height, double fov, const double* lens,
                                  double* found) {
  const sim::Intrinsics camera(width, height, fov, lens_of(lens));
  found[0] = camera.f;
  found[1] = camera.cx;
  found[2] = camera.cy;
}

// Write where rays (count, 2) meet the plane behind a lens.
SIM_INTERFACE void sim_distorted(const double* lens, const double* rays, std::int64_t count,
                                 double* images) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Ray image = sim::distorted(lens_of(lens), {rays[2 * i], rays[2 * i + 1]});
    images[2 * i] = image.x;
    images[2 * i + 1] = image.y;
  }
}

// Write of a camera's view its width, height, left, right, bottom and top (6,); of the camera's
// pixels the rays (height, width, 2), unless these are null, and where the lens bends rays the
// places in the view (height, width). Return 0, and why in `message` of `size` bytes, for a lens
// that is refused.
SIM_INTERFACE int sim_lens_view(int width, int height, double fov, const double* lens,
                                const char* name, double* view, double* rays, float* columns,
                                float* rows, std::int32_t* nearest, char* message, int size) {
  try {
    const Optics optics(width, height, fov, lens_of(lens), name);
    const auto& [wide, tall, left, right, bottom, top] = optics.view;
    const double numbers[] = {double(wide), double(tall), left, right, bottom, top};
    std::copy(std::begin(numbers), std::end(numbers), view);
    for (int row = 0; rays != nullptr && row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const Ray ray = optics.ray(column, row);
        *rays++ = ray.x;
        *rays++ = ray.y;
      }
    }
    std::copy(optics.columns.begin(), optics.columns.end(), columns);
    std::copy(optics.rows.begin(), optics.rows.end(), rows);
    std::copy(optics.nearest.begin(), optics.nearest.end(), nearest);
    return 1;
  } catch (const sim::InputError& error) {
    const std::string text = error.what();
    message[text.copy(message, static_cast<std::size_t>(size) - 1)] = 0;
    return 0;
  }
}
