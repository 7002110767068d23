#include "laws/sensors/wide_lens.h"

#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "laws/input_error.h"

namespace sim {
namespace {

constexpr double NO_RAY = std::numeric_limits<double>::quiet_NaN();

double mapped(Mapping mapping, double angle) {
  if (mapping == Mapping::SIN) return std::sin(angle);
  return mapping == Mapping::TAN ? std::tan(angle) : angle;
}

// Up to where a function grows.
double largest(Mapping mapping) {
  return mapping == Mapping::IDENTITY ? std::numeric_limits<double>::infinity() : M_PI / 2.0;
}

// Of the powers 3, 5, 7 and 9.
std::array<double, 4> series(Mapping mapping) {
  if (mapping == Mapping::SIN) return {-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362880.0};
  if (mapping == Mapping::TAN) return {1.0 / 3.0, 2.0 / 15.0, 17.0 / 315.0, 62.0 / 2835.0};
  return {};
}

Mapping mapping_named(const std::string& name) {
  static const auto* known = new std::map<std::string, Mapping>{
      {"sin", Mapping::SIN}, {"tan", Mapping::TAN}, {"id", Mapping::IDENTITY}};
  const auto found = known->find(name);
  if (found == known->end())
    throw InputError("<lens>", "its <fun> is '" + name + "'; write one of sin, tan, id");
  return found->second;
}

}  // namespace

double WideLens::radius(double theta) const { return c1 * f * mapped(mapping, theta / c2 + c3); }

double WideLens::angle(double radius) const {
  const double value = radius / (c1 * f);
  double turned = value;
  if (mapping == Mapping::SIN) turned = std::abs(value) > 1.0 ? NO_RAY : std::asin(value);
  if (mapping == Mapping::TAN) turned = std::atan(value);
  const double theta = (turned - c3) * c2;
  return theta >= 0.0 && theta <= cutoff ? theta : NO_RAY;
}

void WideLens::scale_to(double horizontal_fov) {
  const double half = horizontal_fov / 2.0 / c2 + c3, most = largest(mapping);
  const double side = c1 * mapped(mapping, half);
  const bool grows = mapping == Mapping::TAN ? half < most - 1e-6 : half <= most + 1e-6;
  if (!grows || !(side > 0.0))
    throw InputError("<lens>", "no ray " + std::to_string(horizontal_fov / 2.0) +
                                   " rad from the axis comes to its picture; take a smaller "
                                   "<horizontal_fov> or another <type>");
  f = 1.0 / side;
}

WideLens wide_lens(const std::string& type, const std::string& function,
                   const std::array<double, 4>& custom) {
  static const auto* known = new std::map<std::string, WideLens>{
      {"gnomonical", {1.0, 1.0, 0.0, 1.0, Mapping::TAN, 1.5707}},
      {"stereographic", {2.0, 2.0, 0.0, 1.0, Mapping::TAN, 1.5707}},
      {"equidistant", {1.0, 1.0, 0.0, 1.0, Mapping::IDENTITY, 1.5707}},
      {"equisolid_angle", {2.0, 2.0, 0.0, 1.0, Mapping::SIN, 1.5707}},
      {"orthographic", {1.0, 1.0, 0.0, 1.0, Mapping::SIN, 1.5707}}};
  const auto found = known->find(type);
  if (found != known->end()) return found->second;
  if (type != "custom")
    throw InputError("<lens>", "its <type> is '" + type +
                                   "'; write one of gnomonical, stereographic, equidistant, "
                                   "equisolid_angle, orthographic, custom");
  WideLens lens;
  std::tie(lens.c1, lens.c2, lens.c3, lens.f) =
      std::tie(custom[0], custom[1], custom[2], custom[3]);
  lens.mapping = mapping_named(function);
  if (!(lens.c1 > 0.0 && lens.c2 > 0.0 && lens.f > 0.0))
    throw InputError("<lens>", "its <c1>, <c2> and <f> must be greater than 0");
  return lens;
}

LensModel lens_model(const WideLens& lens, unsigned width) {
  if (lens.c3 != 0.0) return {};
  LensModel model{"equidistant", 0.5 * width * lens.c1 * lens.f / lens.c2, {}};
  if (lens.mapping == Mapping::TAN && lens.c2 == 1.0) {
    model.name = "plumb_bob";
    return model;
  }
  const auto terms = series(lens.mapping);
  for (std::size_t k = 0; k < terms.size(); ++k)
    model.coefficients[k] = terms[k] / std::pow(lens.c2, 2.0 * static_cast<double>(k + 1));
  return model;
}

}  // namespace sim
