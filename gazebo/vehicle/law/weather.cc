#include "vehicle/law/weather.h"

#include <map>

#include "core/input_error.h"

namespace sim::vehicle {
namespace {

// A new tyre's coefficients at 50 km/h, 0.85 on a dry road, 0.65 on a wet one and 0.1 on ice
// [Bosch].
const std::map<std::string, double> FRICTION = {
    {"dry", 1.0}, {"wet", 0.65 / 0.85}, {"ice", 0.1 / 0.85}};

}  // namespace

double weather_friction(const std::string& name) {
  const auto found = FRICTION.find(name);
  if (found == FRICTION.end())
    throw InputError("weather", "'" + name + "' is not one of: dry, wet, ice");
  return found->second;
}

}  // namespace sim::vehicle
