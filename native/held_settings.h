// Settings of a plugin as C functions hand them on: with their texts, as long as Python looks at
// them.
#pragma once

#include <string>

#include "laws/robot_plugins/settings.h"

struct Held {
  sim::robot_plugins::Settings settings;
  std::string answer;
};
