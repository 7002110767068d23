// The library that Gazebo loads by a plugin's name: compiled once, linked under each name. Its file
// name selects the plugin of libsim_gazebo.so.
#include <dlfcn.h>

extern "C" void* sim_make_plugin(const char* path);

namespace {

// In this library: every plugin has a RegisterPlugin, and the first one loaded hides the others'.
const char HERE = 0;

}  // namespace

// Called by Gazebo, which interprets the pointer as one to the class of the plugin's kind.
extern "C" void* RegisterPlugin() {
  Dl_info library{};
  dladdr(&HERE, &library);
  return sim_make_plugin(library.dli_fname);
}
