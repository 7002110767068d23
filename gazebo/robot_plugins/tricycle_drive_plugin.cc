// libgazebo_ros_tricycle_drive.so, as gazebo_plugins has it.
#include "robot_plugins/robot_plugin.h"
#include "robot_plugins/wheel_drive_part.h"

namespace sim::robot_plugins {

class TricycleDrivePlugin : public RobotPlugin {
 public:
  TricycleDrivePlugin() : RobotPlugin("libgazebo_ros_tricycle_drive.so", make_wheel_drive) {}
};

GZ_REGISTER_MODEL_PLUGIN(TricycleDrivePlugin)

}  // namespace sim::robot_plugins
