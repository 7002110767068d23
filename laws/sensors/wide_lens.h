// Projection of the lens of a wide-angle camera (SDF's <lens>). Independent of Gazebo and ROS.
//
// A ray at an angle theta from the optical axis is projected to the radius r = c1 f fun(theta / c2
// + c3) from the image centre, in halves of the image width.
#pragma once

#include <array>
#include <string>

namespace sim {

enum class Mapping { SIN, TAN, IDENTITY };

struct WideLens {
  double c1 = 1.0, c2 = 1.0, c3 = 0.0, f = 1.0;
  Mapping mapping = Mapping::TAN;
  // Rays at a larger angle from the axis have no pixel, rad.
  double cutoff = 1.5707;

  double radius(double theta) const;
  // Of the ray that comes to a radius; NaN where none does.
  double angle(double radius) const;
  // Such that rays at half the field of view come to the sides of the picture; InputError where
  // none can.
  void scale_to(double horizontal_fov);
};

// By SDF's <type> and, for custom, <fun> and c1, c2, c3, f; InputError for others.
WideLens wide_lens(const std::string& type, const std::string& function,
                   const std::array<double, 4>& custom);

// A lens in camera_info: a focal length in pixels and coefficients, by ROS's "equidistant" with the
// first terms of the lens's series, or by "plumb_bob" for a pinhole. Without a model where c3 is
// not 0.
struct LensModel {
  std::string name;
  double focal = 0.0;
  std::array<double, 4> coefficients{};
};

LensModel lens_model(const WideLens& lens, unsigned width);

}  // namespace sim
