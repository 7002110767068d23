// libsim_lidar.so makes a sensor of type ray the lidar that <device> names, libsim_radar.so a
// radar. libsim_sensors.so casts their rays; where gzserver was started without it, this begins it.
#include <gazebo/common/Console.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/PhysicsIface.hh>
#include <gazebo/sensors/Sensor.hh>

#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "sensors/sensing.h"

namespace sim {

class RayPlugin : public gazebo::SensorPlugin {
 public:
  void Load(gazebo::sensors::SensorPtr sensor, sdf::ElementPtr) override {
    if (sensor->Type() != "ray") {
      gzerr << "sensor " << sensor->ScopedName()
            << ": libsim_lidar.so and libsim_radar.so belong in a sensor of type ray, not "
            << sensor->Type() << "\n";
      return;
    }
    Sensing::instance().start();
    Simulator::instance().attach(gazebo::physics::get_world(sensor->WorldName()));
  }
};

const PluginRegistration registered_lidar =
    registered<gazebo::SensorPlugin, RayPlugin>("libsim_lidar.so");
const PluginRegistration registered_radar =
    registered<gazebo::SensorPlugin, RayPlugin>("libsim_radar.so");

}  // namespace sim
