#include "laws/vehicle/weather.h"

#include <map>

#include "laws/input_error.h"

namespace sim::vehicle {
namespace {

// A new tyre's coefficients at 50 km/h, 0.85 on a dry road, 0.65 on a wet one and 0.1 on ice
// [Bosch]. The others say what cameras see, on such roads.
constexpr double DRY = 1.0, WET = 0.65 / 0.85, ICE = 0.1 / 0.85;
const std::map<std::string, double> FRICTION = {{"dry", DRY},   {"wet", WET},    {"ice", ICE},
                                                {"clear", DRY}, {"cloudy", DRY}, {"fog", DRY},
                                                {"rain", WET}};

}  // namespace

double weather_friction(const std::string& name) {
  const auto found = FRICTION.find(name);
  if (found == FRICTION.end())
    throw InputError("weather",
                     "'" + name + "' is not one of: dry, wet, ice, clear, cloudy, fog, rain");
  return found->second;
}

}  // namespace sim::vehicle
