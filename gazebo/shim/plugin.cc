// The library that Gazebo loads by a plugin's name: compiled once, linked under each name. Its own
// file's name says which plugin of libsim_gazebo.so it stands for.
#include <dlfcn.h>

extern "C" void* sim_make_plugin(const char* path);

namespace {

// In this library: every plugin has a RegisterPlugin, and the first one loaded hides the others'.
const char HERE = 0;

}  // namespace

// What Gazebo calls; it takes the pointer for one to the class of the plugin's kind.
extern "C" void* RegisterPlugin() {
  Dl_info library{};
  dladdr(&HERE, &library);
  return sim_make_plugin(library.dli_fname);
}
