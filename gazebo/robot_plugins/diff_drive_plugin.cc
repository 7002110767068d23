// libgazebo_ros_diff_drive.so, as gazebo_plugins has it.
#include "robot_plugins/robot_plugin.h"
#include "robot_plugins/wheel_drive_part.h"

namespace sim::robot_plugins {

class DiffDrivePlugin : public RobotPlugin {
 public:
  DiffDrivePlugin() : RobotPlugin("libgazebo_ros_diff_drive.so", make_wheel_drive) {}
};

GZ_REGISTER_MODEL_PLUGIN(DiffDrivePlugin)

}  // namespace sim::robot_plugins
