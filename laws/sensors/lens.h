// Cameras with Brown's distortion (plumb_bob in ROS). sim.embedded.cameras.lens binds it.
//
// Rays are x / z and y / z in the optical frame (z forward, x right, y down); pixel centres have
// whole coordinates.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sim {

// SDF's <distortion>: coefficients, and the center as shares of width and height.
struct Lens {
  double k1 = 0.0, k2 = 0.0, p1 = 0.0, p2 = 0.0, k3 = 0.0;
  double center_x = 0.5, center_y = 0.5;

  bool bends() const { return k1 != 0.0 || k2 != 0.0 || p1 != 0.0 || p2 != 0.0 || k3 != 0.0; }
  // True for a pinhole camera with the principal point in the image centre.
  bool plain() const { return !bends() && center_x == 0.5 && center_y == 0.5; }
};

struct Ray {
  double x, y;
};

// Square pixels, f = width / (2 tan(hfov / 2)); the principal point is the lens's center.
struct Intrinsics {
  Intrinsics(unsigned width, unsigned height, double horizontal_fov, const Lens& lens);

  unsigned width, height;
  double f, cx, cy;
};

// Return the point at which a ray meets the image plane, with the lens's distortion.
Ray distorted(const Lens& lens, const Ray& ray);

// The ray of each pixel, row by row; NaN where the lens folds the picture over, so that no ray
// comes there. InputError where that is so for every pixel.
std::vector<Ray> pixel_rays(const Intrinsics& intrinsics, const Lens& lens,
                            const std::string& name);

// The pinhole to draw for a camera: tangents of its edges, to the right and up positive.
struct View {
  unsigned width, height;
  double left, right, bottom, top;
};

// The view that is rendered for a camera, and the position of each pixel of the camera in it.
struct Optics {
  // Throws InputError for a lens that needs a view wider than 8192 pixels.
  Optics(unsigned width, unsigned height, double horizontal_fov, const Lens& lens,
         const std::string& name);

  // The share of pixels that no ray reaches.
  double dark() const;
  Ray ray(unsigned column, unsigned row) const;

  Lens lens;
  Intrinsics intrinsics;
  View view;
  // By pixel, empty where the view is the picture: the ray, NaN where none comes, and its place in
  // the view.
  std::vector<Ray> rays;
  std::vector<float> columns, rows;
  // Number, row by row, of the view's pixel nearest to the ray; -1 where none comes.
  std::vector<std::int32_t> nearest;
};

}  // namespace sim
