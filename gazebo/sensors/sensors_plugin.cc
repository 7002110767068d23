// libsim_sensors.so: gives the sensors that SDF describes their ROS topics and frames.
#include <gazebo/common/Plugin.hh>

#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "sensors/sensing.h"

namespace sim {

class SensorsPlugin : public gazebo::SystemPlugin {
 public:
  void Load(int argc, char** argv) override {
    Sensing::instance().start();
    Simulator::instance().start(argc, argv);
  }
};

const PluginRegistration registered_sensors =
    registered<gazebo::SystemPlugin, SensorsPlugin>("libsim_sensors.so");

}  // namespace sim
