#include "laws/vehicle/weather.h"

#include <map>

#include "laws/input_error.h"

namespace sim::vehicle {
namespace {

// Coefficients of a new tyre at 50 km/h: 0.85 on a dry road, 0.65 on a wet one and 0.1 on ice
// [Bosch]. The other constants describe the appearance of such roads to cameras.
constexpr double DRY_FRICTION = 1.0;
constexpr double WET_FRICTION = 0.65 / 0.85;
constexpr double ICE_FRICTION = 0.1 / 0.85;
const std::map<std::string, double> FRICTION = {
    {"dry", DRY_FRICTION},    {"wet", WET_FRICTION}, {"ice", ICE_FRICTION}, {"clear", DRY_FRICTION},
    {"cloudy", DRY_FRICTION}, {"fog", DRY_FRICTION}, {"rain", WET_FRICTION}};

}  // namespace

double weather_friction(const std::string& name) {
  const auto found = FRICTION.find(name);
  if (found == FRICTION.end())
    throw InputError("weather",
                     "'" + name + "' is not one of: dry, wet, ice, clear, cloudy, fog, rain");
  return found->second;
}

}  // namespace sim::vehicle
