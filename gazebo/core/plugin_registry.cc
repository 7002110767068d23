#include "core/plugin_registry.h"

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "laws/input_error.h"

namespace sim {
namespace {

// Made at its first use, since registrations of other files may come first.
std::map<std::string, PluginRegistration::Maker>& makers() {
  static std::map<std::string, PluginRegistration::Maker> all;
  return all;
}

}  // namespace

PluginRegistration::PluginRegistration(const char* file, Maker make) {
  makers()[file] = std::move(make);
}

}  // namespace sim

// Makes the plugin that a file stands for; links to the file count as the file.
extern "C" void* sim_make_plugin(const char* path) {
  const std::string file = std::filesystem::canonical(path).filename().string();
  const auto found = sim::makers().find(file);
  if (found == sim::makers().end())
    throw sim::InputError(path, "no plugin has this name; keep the name of the file");
  return found->second();
}
