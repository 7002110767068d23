// Plugins of gazebo_plugins in a <sensor>: the names that the sensors of this package take from
// them.
#pragma once

#include <string>

namespace sim::robot_plugins {

// Return whether an element of a sensor's plugin has an effect here, or none upstream either: for a
// text of zeros, for a tag that upstream's code does not read, and for other plugins.
bool sensor_plugin_takes(const std::string& filename, const std::string& tag,
                         const std::string& text);

}  // namespace sim::robot_plugins
