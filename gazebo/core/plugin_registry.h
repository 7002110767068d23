// The plugins of this library by the names of their files. Gazebo loads a small library for each
// name, which makes its plugin here (gazebo/shim/plugin.cc).
#pragma once

#include <functional>

namespace sim {

// Enters a plugin while the library is loaded: a constant beside the plugin's class.
class PluginRegistration {
 public:
  // Makes the plugin as a pointer to the class of gazebo's that its kind of plugin has.
  using Maker = std::function<void*()>;

  // `file` is the plugin's file, "lib....so".
  PluginRegistration(const char* file, Maker make);
};

// Registers a class of plugins; Base is gazebo's class, as gazebo::ModelPlugin.
template <class Base, class Plugin>
PluginRegistration registered(const char* file) {
  return {file, [] { return static_cast<void*>(static_cast<Base*>(new Plugin)); }};
}

}  // namespace sim
