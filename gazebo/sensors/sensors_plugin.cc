// libsim_sensors.so: gives the sensors that SDF describes their ROS topics and frames.
#include <gazebo/common/Plugin.hh>

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

GZ_REGISTER_SYSTEM_PLUGIN(SensorsPlugin)

}  // namespace sim
