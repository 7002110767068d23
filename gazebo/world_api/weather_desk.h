// Requests from the program that started gzserver the scene's settings for weather and time of day,
// by the socket in SIM_WEATHER.
#pragma once

#include <string>

#include <sim/SetWeather.h>

#include "world_api/scene_light.h"

namespace sim {

// The weather's name after a request, the message to report, and the light of the scene.
struct WeatherAnswer {
  std::string weather, message;
  WorldLight light;
};

// Throws std::runtime_error with the reason.
WeatherAnswer ask_weather(const sim::SetWeather::Request& request);

}  // namespace sim
