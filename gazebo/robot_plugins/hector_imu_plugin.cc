// libhector_gazebo_ros_imu.so, as hector_gazebo_plugins has it.
#include "robot_plugins/imu_part.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class HectorImuPlugin : public RobotPlugin {
 public:
  HectorImuPlugin() : RobotPlugin("libhector_gazebo_ros_imu.so", make_hector_imu) {}
};

GZ_REGISTER_MODEL_PLUGIN(HectorImuPlugin)

}  // namespace sim::robot_plugins
