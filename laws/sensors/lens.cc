#include "laws/sensors/lens.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/input_error.h"

namespace sim {
namespace {

constexpr unsigned MOST_PIXELS = 8192;
constexpr int ROUNDS = 20;
constexpr double CONVERGENCE_TOLERANCE = 1e-9;
constexpr double RADIUS_STEP = 1e-3;
constexpr double MAX_RADIUS = 50.0;
constexpr double NO_NUMBER = std::numeric_limits<double>::quiet_NaN();

double radial(const Lens& lens, double r2) {
  return 1.0 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3));
}

// Distorted radii of rays at multiples of RADIUS_STEP, up to `largest` or to where they cease to
// grow: by the formula, rays from beyond that `fold` come to where others are already.
struct Radii {
  Radii(const Lens& lens, double largest) {
    double last = 0.0;
    while (distorted.back() < largest && last + RADIUS_STEP <= MAX_RADIUS) {
      const double r = static_cast<double>(distorted.size()) * RADIUS_STEP;
      const double image = r * radial(lens, r * r);
      if (image <= distorted.back()) {
        fold = last;
        break;
      }
      distorted.push_back(image);
      last = r;
    }
  }

  std::vector<double> distorted = {0.0};
  double fold = std::numeric_limits<double>::infinity();
};

// Index of the pixel nearest to a place along one axis.
std::int32_t nearest_index(float place, unsigned size) {
  return static_cast<std::int32_t>(
      std::min(std::max(std::nearbyint(place), 0.0f), static_cast<float>(size - 1)));
}

// Return the ray that meets a point of the image plane; NaN if there is no such ray. Method:
// Newton's method from the solution of the radial part.
Ray undistorted(const Lens& lens, const Ray& place, const Radii& radii) {
  const double radius = std::hypot(place.x, place.y);
  const auto above = std::lower_bound(radii.distorted.begin(), radii.distorted.end() - 1, radius) -
                     radii.distorted.begin();
  const double start = static_cast<double>(above) * RADIUS_STEP;
  Ray ray{radius > 0.0 ? place.x * start / radius : 0.0,
          radius > 0.0 ? place.y * start / radius : 0.0};
  for (int round = 0; round < ROUNDS; ++round) {
    const Ray image = distorted(lens, ray);
    const double ex = image.x - place.x, ey = image.y - place.y;
    const double x = ray.x, y = ray.y, r2 = x * x + y * y;
    const double slope = 2.0 * (lens.k1 + r2 * (2.0 * lens.k2 + r2 * 3.0 * lens.k3));
    const double a = radial(lens, r2) + x * x * slope + 2.0 * lens.p1 * y + 6.0 * lens.p2 * x;
    const double b = x * y * slope + 2.0 * lens.p1 * x + 2.0 * lens.p2 * y;
    const double d = radial(lens, r2) + y * y * slope + 6.0 * lens.p1 * y + 2.0 * lens.p2 * x;
    const double determinant = a * d - b * b;
    if (std::abs(ex) < CONVERGENCE_TOLERANCE && std::abs(ey) < CONVERGENCE_TOLERANCE) {
      return determinant > 0.0 && r2 <= radii.fold * radii.fold ? ray : Ray{NO_NUMBER, NO_NUMBER};
    }
    ray = {x - (d * ex - b * ey) / determinant, y - (a * ey - b * ex) / determinant};
  }
  return {NO_NUMBER, NO_NUMBER};
}

}  // namespace

Intrinsics::Intrinsics(unsigned width, unsigned height, double horizontal_fov, const Lens& lens)
    : width(width),
      height(height),
      f(0.5 * width / std::tan(0.5 * horizontal_fov)),
      cx(lens.center_x * width - 0.5),
      cy(lens.center_y * height - 0.5) {}

Ray distorted(const Lens& lens, const Ray& ray) {
  const double x = ray.x, y = ray.y, r2 = x * x + y * y, share = radial(lens, r2);
  return {x * share + 2.0 * lens.p1 * x * y + lens.p2 * (r2 + 2.0 * x * x),
          y * share + lens.p1 * (r2 + 2.0 * y * y) + 2.0 * lens.p2 * x * y};
}

std::vector<Ray> pixel_rays(const Intrinsics& camera, const Lens& lens, const std::string& name) {
  const double right = std::max(camera.cx, camera.width - 1 - camera.cx);
  const double low = std::max(camera.cy, camera.height - 1 - camera.cy);
  const Radii radii(lens, std::hypot(right, low) / camera.f);
  std::vector<Ray> rays;
  rays.reserve(static_cast<std::size_t>(camera.width) * camera.height);
  for (unsigned row = 0; row < camera.height; ++row) {
    for (unsigned column = 0; column < camera.width; ++column) {
      rays.push_back(undistorted(
          lens, {(column - camera.cx) / camera.f, (row - camera.cy) / camera.f}, radii));
    }
  }
  if (std::all_of(rays.begin(), rays.end(), [](const Ray& ray) { return std::isnan(ray.x); })) {
    throw InputError("camera " + name,
                     "its distortion maps no ray to any pixel; take smaller coefficients or a "
                     "smaller field of view");
  }
  return rays;
}

Optics::Optics(unsigned width, unsigned height, double horizontal_fov, const Lens& lens,
               const std::string& name)
    : lens(lens),
      intrinsics(width, height, horizontal_fov, lens),
      view{width, height, 0.0, 0.0, 0.0, 0.0} {
  const auto [w, h, f, cx, cy] = intrinsics;
  if (!lens.bends()) {
    view = {w, h, (-0.5 - cx) / f, (w - 0.5 - cx) / f, (cy - h + 0.5) / f, (cy + 0.5) / f};
    return;
  }
  rays = pixel_rays(intrinsics, lens, name);
  constexpr double FAR = std::numeric_limits<double>::infinity();
  double left = FAR, right = -FAR, high = FAR, low = -FAR;
  for (const Ray& ray : rays) {
    if (std::isnan(ray.x)) continue;
    left = std::min(left, ray.x - 1.0 / f);
    right = std::max(right, ray.x + 1.0 / f);
    high = std::min(high, ray.y - 1.0 / f);
    low = std::max(low, ray.y + 1.0 / f);
  }
  const double wide = std::ceil((right - left) * f), tall = std::ceil((low - high) * f);
  if (std::max(wide, tall) > MOST_PIXELS) {
    const auto size =
        std::to_string(static_cast<long>(wide)) + " x " + std::to_string(static_cast<long>(tall));
    throw InputError("camera " + name, "its distortion needs a picture of " + size +
                                           " pixels; take a smaller field of view");
  }
  view = {static_cast<unsigned>(wide), static_cast<unsigned>(tall), left, right, -low, -high};
  columns.reserve(rays.size());
  rows.reserve(rays.size());
  nearest.reserve(rays.size());
  for (const Ray& ray : rays) {
    if (std::isnan(ray.x)) {
      columns.push_back(0.0f);
      rows.push_back(0.0f);
      nearest.push_back(-1);
      continue;
    }
    const auto column = static_cast<float>((ray.x - left) / (right - left) * wide - 0.5);
    const auto row = static_cast<float>((ray.y - high) / (low - high) * tall - 0.5);
    columns.push_back(column);
    rows.push_back(row);
    nearest.push_back(nearest_index(row, view.height) * static_cast<std::int32_t>(view.width) +
                      nearest_index(column, view.width));
  }
}

double Optics::dark() const {
  if (rays.empty()) return 0.0;
  const auto none =
      std::count_if(rays.begin(), rays.end(), [](const Ray& ray) { return std::isnan(ray.x); });
  return static_cast<double>(none) / static_cast<double>(rays.size());
}

Ray Optics::ray(unsigned column, unsigned row) const {
  if (!rays.empty()) return rays[static_cast<std::size_t>(row) * intrinsics.width + column];
  return {(column - intrinsics.cx) / intrinsics.f, (row - intrinsics.cy) / intrinsics.f};
}

}  // namespace sim
