#include "laws/sensors/reflectivity.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sim {
namespace {

// Radar cross sections by the kind of a thing.
constexpr double METAL_RCS = 3.5;       // m^2
constexpr double LORRY_RCS = 6.0;       // m^2
constexpr double TWO_WHEELS_RCS = 1.0;  // m^2
constexpr double PERSON_RCS = 0.4;      // m^2
// The ground mirrors waves away, and radars hide the rest of it by thresholds that follow it.
constexpr double STRUCTURE_RCS = 0.3;
constexpr double PLANT_RCS = 0.05;
constexpr double GROUND_RCS = 0.0;
// Dimensions that classify things: shorter ones are persons, narrower ones two-wheelers, higher
// ones lorries or buses.
constexpr double MAX_PERSON_LENGTH = 1.0;     // m
constexpr double MAX_TWO_WHEELS_WIDTH = 1.1;  // m
constexpr double MIN_LORRY_HEIGHT = 2.4;      // m
// Prefixes of the names of visuals of the ground.
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
  if (!fixed) return METAL_RCS;
  if (plane || begins(name, GROUNDS)) return GROUND_RCS;
  return begins(name, PLANTS) ? PLANT_RCS : STRUCTURE_RCS;
}

double traffic_reflectivity(double length, double width, double height) {
  if (length <= MAX_PERSON_LENGTH) return PERSON_RCS;
  if (width <= MAX_TWO_WHEELS_WIDTH) return TWO_WHEELS_RCS;
  return height > MIN_LORRY_HEIGHT ? LORRY_RCS : METAL_RCS;
}

}  // namespace sim
