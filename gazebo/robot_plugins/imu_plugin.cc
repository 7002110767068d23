// libgazebo_ros_imu.so, as gazebo_plugins has it.
#include "robot_plugins/imu_part.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class ImuPlugin : public RobotPlugin {
 public:
  ImuPlugin() : RobotPlugin("libgazebo_ros_imu.so", make_imu) {}
};

GZ_REGISTER_MODEL_PLUGIN(ImuPlugin)

}  // namespace sim::robot_plugins
