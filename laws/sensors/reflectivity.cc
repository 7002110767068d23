#include "laws/sensors/reflectivity.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sim {
namespace {

constexpr double METAL = 3.5, LORRY = 6.0, TWO_WHEELS = 1.0, PERSON = 0.4;
// The ground mirrors waves away, and radars hide the rest of it by thresholds that follow it.
constexpr double STRUCTURE = 0.3, PLANT = 0.05, GROUND = 0.0;
// m: what is no longer is a person, no wider something on two wheels; what is higher is a lorry or
// a bus.
constexpr double PERSON_LENGTH = 1.0, TWO_WHEELS_WIDTH = 1.1, LORRY_HEIGHT = 2.4;
// What names of visuals begin with.
constexpr std::array<std::string_view, 20> GROUNDS = {
    "road",   "junction", "sidewalk", "bicycle", "bus",     "markings", "terrain",
    "ground", "grass",    "water",    "park",    "paved",   "field",    "wood",
    "built",  "asphalt",  "kerb",     "arrow",   "manhole", "crossing"};
constexpr std::array<std::string_view, 4> PLANTS = {"crown", "hedge", "leaves", "bush"};

template <std::size_t N>
bool begins(const std::string& name, const std::array<std::string_view, N>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view each) {
    return name.compare(0, each.size(), each) == 0;
  });
}

}  // namespace

double visual_reflectivity(const std::string& name, bool plane, bool fixed) {
  if (!fixed) return METAL;
  if (plane || begins(name, GROUNDS)) return GROUND;
  return begins(name, PLANTS) ? PLANT : STRUCTURE;
}

double traffic_reflectivity(double length, double width, double height) {
  if (length <= PERSON_LENGTH) return PERSON;
  if (width <= TWO_WHEELS_WIDTH) return TWO_WHEELS;
  return height > LORRY_HEIGHT ? LORRY : METAL;
}

}  // namespace sim
