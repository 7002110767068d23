// Asks the program that started gzserver what weather and time of day mean for the scene; it is
// reached by the socket that SIM_WEATHER names.
#pragma once

#include <string>

#include <sim/SetWeather.h>

#include "world_api/scene_light.h"

namespace sim {

// The weather's name after a request, what is to be said, and the light of the scene.
struct WeatherAnswer {
  std::string weather, message;
  WorldLight light;
};

// Throws std::runtime_error with what was wrong.
WeatherAnswer ask_weather(const sim::SetWeather::Request& request);

}  // namespace sim
